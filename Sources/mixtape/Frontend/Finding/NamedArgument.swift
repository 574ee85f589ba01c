import ArgumentParser
import MixtapeModel
import MixtapeStore

// Arguments that name something of a store. A text that is an id is never a name, so a name never hides an id.

extension PlaylistArgument: ListedArgument {
  func element(in session: Session) throws -> Playlist.ID {
    do {
      return try id
    } catch {
      return try NameLookup(in: session).playlist(named: text, after: error)
    }
  }
}

extension PodcastArgument: ListedArgument {
  func element(in session: Session) throws -> Podcast.ID {
    do {
      return try id
    } catch {
      return try NameLookup(in: session).podcast(named: text, after: error)
    }
  }
}

extension ItemArgument: ListedArgument {
  /// Returns the playlist or the podcast with the id, also a deleted one, or the only one with this name.
  func element(in session: Session) throws -> StoreItem { try element(in: session, at: []) }

  /// Returns the item that one of several states has, of which the present one comes first.
  func element(in session: Session, at revisions: [Revision?]) throws -> StoreItem {
    guard !items.isEmpty else { return try NameLookup(in: session).item(named: text) }
    let store = try session.currentStore()
    let item = try store.knownItem(of: items, at: revisions.compactMap(\.self))
    try noteOther(than: item, of: store, in: session)
    return item
  }

  /// Throws an error if a playlist and a podcast have the id. A path names one of them.
  func requireOneKind(in store: Store) throws {
    let paths = try items.compactMap { try store.path(of: $0) }
    guard paths.count > 1, let id = items.first?.id else { return }
    throw Problem.usage(
      "\(id) is a playlist and a podcast; nothing was changed",
      hints: "name the file: \(listed(items.map { "`\($0.pathName)`" }, "or"))")
  }

  /// Notes that an item of the other kind has the same id.
  func noteOther(than item: StoreItem, of store: Store, in session: Session) throws(MixtapeError) {
    guard let other = items.first(where: { $0 != item }), try store.path(of: other) != nil else { return }
    session.reporter.note(
      code: "same-id", "\(item.id) is the \(item.noun) here; `\(other.pathName)` names the \(other.noun)")
  }
}

extension EpisodeArgument: ListedArgument {
  func element(in session: Session) throws -> Episode.ID { try element(in: session, preferring: []) }

  /// Returns the id of the episode: the text, or the id of the only episode that it names.
  ///
  /// - Parameter listed: The episodes of a playlist, whose titles come before those of other episodes. Called for a title only.
  func element(
    in session: Session, preferring listed: @autoclosure () throws -> [Episode.ID]
  ) throws -> Episode.ID {
    do {
      return try id
    } catch {
      return try NameLookup(in: session).episode(named: text, preferring: try listed(), after: error)
    }
  }

  /// Returns the only episode that the argument names. `-` stands for that on standard input.
  ///
  /// - Parameter listed: The episodes of a playlist, whose titles come before those of other episodes. Called for a title only.
  func id(in session: Session, preferring listed: @autoclosure () throws -> [Episode.ID]) throws -> Episode.ID {
    guard text != "-" else { return try id(in: session) }
    return try element(in: session, preferring: try listed())
  }
}

/// A playlist, a podcast or album, or an episode.
enum NamedItem: Hashable, Sendable {
  case playlist(Playlist.ID)
  case podcast(Podcast.ID)
  case episode(Episode.ID)

  /// Makes a playlist or a podcast.
  init(_ item: StoreItem) {
    switch item {
    case .playlist(let id): self = .playlist(id)
    case .podcast(let id): self = .podcast(id)
    }
  }

  var id: String {
    switch self {
    case .playlist(let id): id.rawValue
    case .podcast(let id): id.rawValue
    case .episode(let id): id.rawValue
    }
  }
}

/// A playlist, a podcast, an album or an episode by its id or name: WHAT to play, to add, to rate.
struct WhatArgument: TextArgument, ListedArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind {
    .ofStore { $1.contains("/") ? $0.episodes($1) : $0.playlists($1) + $0.podcasts($1) }
  }

  /// Returns the only item that the text names. An id of an episode may be missing from the library.
  func element(in session: Session) throws -> NamedItem { try NameLookup(in: session).item(text) }

  /// Returns the item that the text names at a revision: one that existed then before one that exists now. Names are those of the
  /// present.
  func element(in session: Session, at revision: Revision) throws -> NamedItem {
    let argument = ItemArgument(text: text)
    guard !argument.items.isEmpty else { return try id(in: session) }
    let store = try session.currentStore()
    if let past = try argument.items.first(where: { try store.has($0, at: revision) }) {
      try argument.noteOther(than: past, of: store, in: session)
      return NamedItem(past)
    }
    do {
      return NamedItem(try argument.element(in: session, at: [revision]))
    } catch let error as MixtapeError where error.code == .notFound {
      guard let named = try NameLookup(in: session).named(text) else { throw error }
      return named
    }
  }
}

/// An argument of a list of ids or positions. `-` stands for those on standard input, one per line.
protocol ListedArgument: TextArgument {
  associatedtype Element

  /// Returns the element that the argument names: by its id, or as the only one with this name.
  ///
  /// - Throws: ``MixtapeError`` if the text can be neither an id nor a name; a ``Problem`` if none has the name, or several
  ///   have it.
  func element(in session: Session) throws -> Element
}

extension [EpisodeReferenceArgument] {
  /// Returns the entries of a playlist that the arguments name, with those on standard input in place of `-`. A podcast or an album
  /// stands for its entries. The titles of entries come before those of other episodes.
  ///
  /// - Throws: ``MixtapeError`` or a ``Problem`` if an argument names none.
  func references(in playlist: Playlist.ID, _ session: Session) throws -> [EpisodeReference] {
    try elements(in: session) { argument in
      do throws(MixtapeError) {
        return [try argument.reference]
      } catch {
        guard error.code == .invalidID else { throw error }
        try argument.requireTitle()
        let listed = try session.currentStore().existing(playlist).episodes
        if let podcast = try argument.podcast(ofEntries: listed, in: session) {
          let entries = listed.withoutRepetitions.filter { $0.podcast == podcast }
          guard !entries.isEmpty else {
            throw Problem.notFound(
              "\(playlist) has no episode of \(podcast)", hints: "`mixtape show \(playlist)` lists its episodes")
          }
          return entries.map { .id($0) }
        }
        return [.id(try EpisodeArgument(text: argument.text).element(in: session, preferring: listed))]
      }
    }.flatMap(\.self)
  }
}

extension EpisodeReferenceArgument {
  private static let positionWords: Set<String> = ["first", "last", "end"]

  /// Returns the podcast or the album that the text names by its id, or else by its name.
  fileprivate func podcast(ofEntries listed: [Episode.ID], in session: Session) throws -> Podcast.ID? {
    if let id = Podcast.ID(rawValue: text),
      try listed.contains(where: { $0.podcast == id }) || session.currentStore().path(of: .podcast(id)) != nil
    {
      return id
    }
    return try NameLookup(in: session).podcast(named: text, ofEntries: listed)
  }

  /// Makes sure that the text is not a mistyped position, such as `5-` or `last`, which could be a part of a title.
  func requireTitle(hint: String = "a position is a number such as `5`, and a range is `3-7`") throws(Problem) {
    let isNumeric =
      text.contains(where: \.isNumber)
      && text.allSatisfy { $0.isNumber || $0.isPunctuation || $0.isSymbol || $0.isWhitespace }
    guard isNumeric || Self.positionWords.contains(text.lowercased()) else { return }
    throw Problem.usage(
      "\(ErrorPresenter.quoted(text)) is not a position",
      hints: "\(hint); `mixtape show` shows the positions")
  }
}

extension ListedArgument {
  /// Returns the only element that the argument names, for a command that takes one. `-` stands for that on standard input.
  ///
  /// - Throws: ``MixtapeError`` or a ``Problem`` if the text names none, or standard input has another number of lines.
  func id(in session: Session) throws -> Element {
    guard text == "-" else { return try element(in: session) }
    let elements = try [self].elements(in: session)
    guard elements.count == 1 else {
      throw Problem(
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
  /// - Throws: ``MixtapeError`` or a ``Problem`` for an argument; a ``Problem`` with the line number for a line of
  ///   standard input.
  func elements(in session: Session) throws -> [Element.Element] {
    try elements(in: session) { try $0.element(in: session) }
  }
}

extension Sequence where Element: TextArgument {
  /// Returns the values of the arguments, with those of the lines of standard input in place of `-`.
  ///
  /// - Parameter value: Returns the value of an argument or a line.
  /// - Throws: The errors of `value`; for a line of standard input, a ``Problem`` with its number.
  fileprivate func elements<Value>(in session: Session, _ value: (Element) throws -> Value) throws -> [Value] {
    var elements: [Value] = []
    for argument in self {
      if argument.text == "-" {
        try Self.append(linesOf: session, to: &elements, value)
      } else {
        elements.append(try value(argument))
      }
    }
    return elements
  }

  private static func append<Value>(
    linesOf session: Session, to elements: inout [Value], _ value: (Element) throws -> Value
  ) throws {
    var number = 0
    while let line = try session.context.standardInput.readLine() {
      number += 1
      let text = line.trimmingBlanks
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do {
        elements.append(try value(Element(text: text)))
      } catch {
        let problem = ErrorPresenter.problem(for: error)
        throw Problem(
          .invalid, code: problem.code, "standard input, line \(number): \(problem.message)",
          hints: isListing(text) ? ["`mixtape search --ids` prints only ids"] : problem.hints)
      }
    }
  }

  /// Returns whether a line is one of a table of episodes, which begins with an id.
  private static func isListing(_ line: String) -> Bool {
    guard let gap = line.firstRange(of: "  ") else { return false }
    return Episode.ID(rawValue: String(line[..<gap.lowerBound])) != nil
  }
}
