/// The replacement of a range of bytes of a source.
struct Splice {
  let range: Range<Int>
  let replacement: [UInt8]

  /// Replaces `range` by `replacement`.
  init(_ range: Range<Int>, with replacement: [UInt8] = []) {
    self.range = range
    self.replacement = replacement
  }

  init(inserting text: [UInt8], at offset: Int) {
    self.init(offset..<offset, with: text)
  }

  /// Returns the source with all splices applied. They must not overlap, and may come in any order.
  static func apply(_ splices: [Splice], to source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + splices.reduce(0) { $0 + $1.replacement.count })
    var offset = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += source[offset..<splice.range.lowerBound]
      result += splice.replacement
      offset = splice.range.upperBound
    }
    return result + source[offset...]
  }
}

extension TOMLDocument {
  /// Makes an edit: splices the source, parses the result, and keeps it if it is valid and has the expected meaning.
  ///
  /// - Parameters:
  ///   - path: The path of the edit. The rest of the document must keep its values.
  ///   - isExpected: Whether the new node at the path is the expected one, given the old node; `nil` if the path was not used.
  /// - Throws: `TOMLEditError` with the code `resultInvalid` or `meaningChanged`; the document is then unchanged.
  mutating func commit(
    _ splices: [Splice], at path: TOMLPath,
    expecting isExpected: (MeaningCheck, _ old: NodeIndex?, _ new: NodeIndex?) -> Bool
  ) throws(TOMLEditError) {
    let edited = Splice.apply(splices, to: source)
    guard edited != source else { return }
    let result = SyntaxTree(parsing: edited)
    guard !result.diagnostics.contains(where: { $0.severity == .error }) else {
      throw TOMLEditError(code: .resultInvalid, path: path, diagnostics: result.diagnostics)
    }
    let check = MeaningCheck(old: tree, new: result)
    guard check.isSame(except: path, where: { isExpected(check, $0, $1) }) else {
      throw TOMLEditError(code: .meaningChanged, path: path)
    }
    tree = result
  }

  /// Throws an error with the code `documentInvalid` if the document has errors: the meaning of an edit would be unclear.
  func requireValid(for path: TOMLPath) throws(TOMLEditError) {
    guard isValid else { throw TOMLEditError(code: .documentInvalid, path: path, diagnostics: diagnostics) }
  }
}
