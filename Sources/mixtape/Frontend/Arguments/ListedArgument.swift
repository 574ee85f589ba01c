import MixtapeModel

/// An argument of a list of ids or positions. `-` stands for those on standard input, one per line.
protocol ListedArgument: TextArgument {
  associatedtype Element

  /// The element that the argument names.
  ///
  /// - Throws: ``MixtapeError`` if the text names none.
  var element: Element { get throws(MixtapeError) }
}

extension EpisodeArgument: ListedArgument {
  var element: Episode.ID { get throws(MixtapeError) { try id } }
}

extension EpisodeReferenceArgument: ListedArgument {
  var element: EpisodeReference { get throws(MixtapeError) { try reference } }
}

extension PlaylistArgument: ListedArgument {
  var element: Playlist.ID { get throws(MixtapeError) { try id } }
}

extension PodcastArgument: ListedArgument {
  var element: Podcast.ID { get throws(MixtapeError) { try id } }
}

extension Sequence where Element: ListedArgument {
  /// Returns the elements that the arguments name, with those on standard input in place of `-`.
  ///
  /// Empty lines and lines that begin with `#` are ignored.
  ///
  /// - Throws: ``MixtapeError`` for an argument; a ``CommandFailure`` with the line number for a line of standard input.
  func elements(from input: any TextInput) throws -> [Element.Element] {
    var elements: [Element.Element] = []
    for argument in self {
      if argument.text == "-" {
        try Self.append(from: input, to: &elements)
      } else {
        elements.append(try argument.element)
      }
    }
    return elements
  }

  private static func append(from input: any TextInput, to elements: inout [Element.Element]) throws {
    var number = 0
    while let line = try input.readLine() {
      number += 1
      let text = line.trimmingBlanks
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(MixtapeError) {
        elements.append(try Element(text: text).element)
      } catch {
        throw CommandFailure(
          .invalid, code: error.code.rawValue,
          "standard input, line \(number): \(ErrorPresenter.problem(for: error).message)")
      }
    }
  }
}
