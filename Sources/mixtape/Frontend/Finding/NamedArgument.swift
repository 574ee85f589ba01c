import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// A search for the only playlist, podcast or episode that a text names: by its id, else by its exact name, else by all words of
/// its title. Case is ignored, unless an item has exactly this name.
struct NameLookup {
  private let store: () throws -> Store
  private let now: () -> Date

  private static let mostListed = 5

  /// The maximum number of episodes that are suggested for a text that names nothing.
  private static let mostSuggested = 3

  /// The minimum number of characters of the beginning of a word.
  private static let shortestBeginning = 3

  private struct Candidate {
    let item: NamedItem
    let name: String
  }

  /// Prepares lookups. The store is opened only when a text is not an id.
  init(in session: Session) {
    store = { try session.currentStore() }
    now = session.context.now
  }

  init(in store: Store, now: @escaping () -> Date) {
    self.store = { store }
    self.now = now
  }

  /// Returns whether a text can be a name: it is a valid title, and does not begin like an option or a path.
  static func canBeName(_ text: String) -> Bool {
    !text.hasPrefix("-") && !text.hasPrefix(".") && TitleRules.violation(in: text) == nil
  }

  // MARK: One kind

  /// Returns the only playlist with a name.
  ///
  /// - Parameter error: The reason why the text is not an id.
  func playlist(named text: String, after error: MixtapeError) throws -> Playlist.ID {
    try Self.requireName(text, after: error)
    let all = try playlists()
    if case .playlist(let id)? = try only(Self.exact(text, among: all), "playlist", text) { return id }
    throw try absence(of: text, "playlist", among: all, hint: "`mixtape list` lists the playlists", after: error)
  }

  /// Returns the only playlist or podcast with a name.
  func item(named text: String) throws -> StoreItem {
    do throws(MixtapeError) {
      return .playlist(try Playlist.ID(validating: text))
    } catch {
      try Self.requireName(text, after: error)
      let all = try playlists() + podcasts()
      switch try only(Self.exact(text, among: all), "item", text) {
      case .playlist(let id): return .playlist(id)
      case .podcast(let id): return .podcast(id)
      case .episode, nil:
        throw try absence(of: text, "playlist or podcast", among: all, hint: ErrorPresenter.listingItems, after: error)
      }
    }
  }

  /// Returns the only podcast with a title.
  ///
  /// - Parameter error: The reason why the text is not an id.
  func podcast(named text: String, after error: MixtapeError) throws -> Podcast.ID {
    try Self.requireName(text, after: error)
    let all = try podcasts()
    if case .podcast(let id)? = try only(Self.exact(text, among: all), "podcast", text) { return id }
    throw try absence(of: text, "podcast", among: all, hint: "`mixtape podcast list` lists the podcasts", after: error)
  }

  /// Returns the only episode with a title, or with all words in its title.
  ///
  /// - Parameters:
  ///   - listed: The episodes whose titles come before those of other episodes.
  ///   - error: The reason why the text is not an id.
  func episode(
    named text: String, preferring listed: [Episode.ID] = [], after error: MixtapeError
  ) throws -> Episode.ID {
    try Self.requireName(text, after: error)
    let listed = try episodes(listed)
    if case .episode(let id)? = try only(Self.exact(text, among: listed), "episode", text) { return id }
    if case .episode(let id)? = try only(Self.exact(text, among: episodes(titled: text)), "episode", text) { return id }
    if case .episode(let id)? = try only(similar(to: text, among: listed), "episode", text, byWords: true) { return id }
    if case .episode(let id)? = try only(episodes(withWordsOf: text), "episode", text, byWords: true) { return id }
    if let podcast = Podcast.ID(rawValue: text), try store().path(of: .podcast(podcast)) != nil {
      throw try ErrorPresenter.podcastForEpisode(podcast, in: store())
    }
    let hint = "an id has the form <podcast>/<episode>; `mixtape search` finds episodes"
    throw try absence(of: text, "episode", among: [], episodes(near: text), hint: hint, after: error)
  }

  // MARK: Any kind

  /// Returns the only item that a text names. The id of an episode is not looked up.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text can be neither an id nor a name; a ``Problem`` if it names
  ///   nothing, or if it names several items, with up to five of them.
  func item(_ text: String) throws -> NamedItem {
    let items = ItemArgument(text: text).items
    if let item = try items.first(where: { try store().path(of: $0) != nil }) { return NamedItem(item) }
    if text.contains("/"), let missing = items.first { throw try store().notFound(missing) }
    let error: MixtapeError
    do throws(MixtapeError) {
      return .episode(try Episode.ID(validating: text))
    } catch let reason {
      error = reason
    }
    // A text without a slash was not meant as the id of an episode.
    if !text.contains("/"), !Self.canBeName(text) { _ = try Playlist.ID(validating: text) }
    try Self.requireName(text, after: error)
    if let item = try named(text) { return item }
    if let missing = try items.first(where: { try store().fate(ofMissing: $0) != nil }) {
      throw MixtapeError(.notFound, missing.subject)
    }
    throw try absence(
      of: text, "playlist, podcast or episode", among: playlists() + podcasts(), episodes(near: text),
      hint: "`mixtape search` finds episodes", after: error)
  }

  /// Returns the only item with a name, else the only one with all words of it; `nil` without a match.
  func named(_ text: String) throws -> NamedItem? {
    let items = try playlists() + podcasts()
    let exact = Self.exact(text, among: items + (try episodes(titled: text)))
    if let item = try only(exact, "item", text) { return item }
    return try only(similar(to: text, among: items) + (try episodes(withWordsOf: text)), "item", text, byWords: true)
  }
}

extension NameLookup {
  private func playlists() throws -> [Candidate] {
    try store().summaries().map { Candidate(item: .playlist($0.id), name: $0.name) }
  }

  private func podcasts() throws -> [Candidate] {
    try store().library.summaries().map { Candidate(item: .podcast($0.head.id), name: $0.head.title) }
  }

  /// Returns the episodes of a list that the library has, each once.
  private func episodes(_ ids: [Episode.ID]) throws -> [Candidate] {
    let known = try store().episodes(ids)
    return ids.withoutRepetitions.compactMap { id in
      known[id].map { Candidate(item: .episode(id), name: $0.title) }
    }
  }

  private func episodes(titled text: String) throws -> [Candidate] {
    let title = WrittenRule(.comparison(try SmartPlaylistCondition(field: .title, op: .equals, value: .text(text))))
    return try episodes(EpisodeQuery(SmartCriteria(conditions: [title]), now: now()), atMost: .max)
  }

  /// Returns the episodes whose titles have all words of a text, up to one more than are listed.
  private func episodes(withWordsOf text: String) throws -> [Candidate] {
    let words = Self.words(of: text)
    guard !words.isEmpty else { return [] }
    let search = words.map { "title:\"\($0)\"" }.joined(separator: " ")
    return try episodes(EpisodeQuery(search: search, now: now()), atMost: Self.mostListed + 1)
  }

  /// Returns the episodes that a text may mean: those whose titles have its words, and a word that begins with the last one; else
  /// those that have the text as the second part of their ids.
  private func episodes(near text: String) throws -> [Candidate] {
    if text.contains("/") { return [] }
    let words = Self.words(of: text)
    if let last = words.last, last.count >= Self.shortestBeginning {
      // The last word of a search is the beginning of a word.
      let search = words.map { "title:\($0)" }.joined(separator: " ")
      let found = try episodes(EpisodeQuery(search: search, now: now()), atMost: Self.mostSuggested)
      if !found.isEmpty { return found }
    }
    return try episodes(Array(try store().episodeIDs().lazy.filter { $0.name == text }.prefix(Self.mostSuggested)))
  }

  private func episodes(_ query: EpisodeQuery, atMost limit: Int) throws -> [Candidate] {
    try store().episodes(matching: query, atMost: limit).map { Candidate(item: .episode($0.id), name: $0.title) }
  }

  private func similar(to text: String, among items: [Candidate]) -> [Candidate] {
    let words = Self.words(of: text)
    return words.isEmpty ? [] : items.filter { Set(Self.split($0.name)).isSuperset(of: words) }
  }

  /// Returns the words of a text; none of one with a slash, which is meant as an id or a path.
  private static func words(of text: String) -> [String] {
    text.contains("/") ? [] : split(text)
  }

  private static func split(_ text: String) -> [String] {
    TextFolding.fold(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns the items with a name: those with exactly this name, else those with it in another case.
  private static func exact(_ text: String, among items: [Candidate]) -> [Candidate] {
    let folded = TextFolding.fold(text)
    let similar = items.filter { TextFolding.fold($0.name) == folded }
    let exact = similar.filter { $0.name == text }
    return exact.isEmpty ? similar : exact
  }

  /// Returns the only item; `nil` for an empty list.
  ///
  /// - Parameter byWords: Whether the items have the words of the text in their titles, and not the text as their name.
  private func only(
    _ found: [Candidate], _ noun: String, _ text: String, byWords: Bool = false
  ) throws(Problem) -> NamedItem? {
    guard found.count > 1 else { return found.first?.item }
    let isMore = byWords && found.count > Self.mostListed
    let count = isMore ? "more than \(Self.mostListed) \(noun)s" : counted(found.count, noun)
    let ids = found.prefix(Self.mostListed).map { candidate in
      Self.id(of: candidate, among: found) + (byWords ? " (\(candidate.name))" : "")
    }
    let name = ErrorPresenter.quoted(text)
    throw Problem(
      .usage, code: "ambiguous-name",
      byWords ? "the titles of \(count) have the words \(name)" : "\(count) have the name \(name)",
      hints: "write one of the ids: \(listed(ids, "or"))")
  }

  /// Returns the id of a candidate, or the path of a podcast with the id of a playlist.
  private static func id(of candidate: Candidate, among all: [Candidate]) -> String {
    guard case .podcast(let id) = candidate.item else { return candidate.item.id }
    return all.count { $0.item.id == id.rawValue } > 1 ? StoreItem.podcast(id).pathName : id.rawValue
  }

  private static func requireName(_ text: String, after error: MixtapeError) throws(MixtapeError) {
    guard error.code == .invalidID, canBeName(text) else { throw error }
  }

  /// Returns the error for a text that names nothing, with similar ids, else the ids of items with similar names, else episodes. A
  /// text with a slash was meant as an id or a path.
  ///
  /// - Parameter episodes: The episodes that may be meant.
  private func absence(
    of text: String, _ noun: String, among items: [Candidate], _ episodes: @autoclosure () throws -> [Candidate] = [],
    hint: String, after error: MixtapeError
  ) throws -> any Error {
    if text.contains("/") { return error }
    let id = FileNameArgument.id(in: text, section: "")
    let ids = NearestNames.of(id, among: Set(items.map(\.item.id)))
    let names = ids.isEmpty ? NearestNames.of(text, among: Set(items.map(\.name))) : []
    let named = items.filter { names.contains($0.name) }
    let suggested = ids.isEmpty && named.isEmpty ? try episodes() : named
    let near = ids + suggested.map { "\(Self.id(of: $0, among: items)) (\($0.name))" }
    return Problem.notFound(
      "there is no \(noun) with the name \(ErrorPresenter.quoted(text))",
      hints: [ErrorPresenter.didYouMean(near), hint].compactMap(\.self))
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
  /// Returns the entries of a playlist that the arguments name, with those on standard input in place of `-`. The id of a podcast
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
        let ofPodcast = listed.withoutRepetitions.filter { $0.podcast.rawValue == argument.text }
        guard ofPodcast.isEmpty else { return ofPodcast.map { .id($0) } }
        return [.id(try EpisodeArgument(text: argument.text).element(in: session, preferring: listed))]
      }
    }.flatMap(\.self)
  }
}

extension EpisodeReferenceArgument {
  private static let positionWords: Set<String> = ["first", "last", "end"]

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
