/// A list in JSON of another program, without the elements that are not of the expected form.
struct LossyList<Element: Decodable>: Decodable {
  /// The elements of the expected form, up to a limit.
  let elements: [Element]

  /// The maximum number of elements that are read.
  private static var mostElements: Int { 10_000 }

  /// Reads a list.
  ///
  /// - Throws: `DecodingError` if the value is not a list.
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    for _ in 0..<Self.mostElements where !container.isAtEnd {
      if let element = try container.decode(Candidate.self).value { elements.append(element) }
    }
    self.elements = elements
  }

  /// An element, or nothing for one of another form.
  private struct Candidate: Decodable {
    let value: Element?

    init(from decoder: any Decoder) throws {
      do { value = try Element(from: decoder) } catch { value = nil }
    }
  }
}
