import MixtapeModel

/// An argument of a list of ids or positions. `-` stands for those on standard input, one per line.
protocol ListedArgument: TextArgument {
  associatedtype Element

  /// Returns the element that the argument names.
  ///
  /// - Throws: ``MixtapeError`` or a ``CommandFailure`` if the text names none.
  func element(in session: Session) throws -> Element
}

extension EpisodeReferenceArgument: ListedArgument {
  func element(in session: Session) throws -> EpisodeReference {
    do {
      return try reference
    } catch let error where error.code == .invalidID {
      return .id(try EpisodeArgument(text: text).element(in: session))
    }
  }
}

extension ListedArgument {
  /// Returns the only element that the argument names, for a command that takes one. `-` stands for that on standard input.
  ///
  /// - Throws: ``MixtapeError`` or a ``CommandFailure`` if the text names none, or standard input has another number of lines.
  func id(in session: Session) throws -> Element {
    guard text == "-" else { return try element(in: session) }
    let elements = try [self].elements(in: session)
    guard elements.count == 1 else {
      throw CommandFailure(
        .invalid, code: "usage", "standard input contains \(counted(elements.count, "id")); this command takes one")
    }
    return elements[0]
  }
}

extension Sequence where Element: ListedArgument {
  /// Returns the elements that the arguments name, with those on standard input in place of `-`.
  ///
  /// Empty lines and lines that begin with `#` are ignored.
  ///
  /// - Throws: ``MixtapeError`` or a ``CommandFailure`` for an argument; a ``CommandFailure`` with the line number for a line of
  ///   standard input.
  func elements(in session: Session) throws -> [Element.Element] {
    var elements: [Element.Element] = []
    for argument in self {
      if argument.text == "-" {
        try Self.append(linesOf: session, to: &elements)
      } else {
        elements.append(try argument.element(in: session))
      }
    }
    return elements
  }

  private static func append(linesOf session: Session, to elements: inout [Element.Element]) throws {
    var number = 0
    while let line = try session.context.standardInput.readLine() {
      number += 1
      let text = line.trimmingBlanks
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do {
        elements.append(try Element(text: text).element(in: session))
      } catch {
        let problem = ErrorPresenter.problem(for: error)
        throw CommandFailure(
          .invalid, code: problem.code, "standard input, line \(number): \(problem.message)", hints: problem.hints)
      }
    }
  }
}

extension [PlaylistsArgument] {
  /// Returns the playlists before the last words, with those on standard input in place of `-`.
  ///
  /// - Throws: As ``Swift/Sequence/elements(in:)`` does.
  func playlists(beforeLast count: Int, in session: Session) throws -> [Playlist.ID] {
    try dropLast(count).map { PlaylistArgument(text: $0.text) }.elements(in: session)
  }
}
