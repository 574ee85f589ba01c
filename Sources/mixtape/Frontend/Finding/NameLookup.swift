import MixtapeLibrary
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// Returns the only podcast or album with a name: of the entries of a playlist, or else of the library; `nil` if none has it, or if
  /// an episode has this title.
  func podcast(named text: String, ofEntries listed: [Episode.ID]) throws -> Podcast.ID? {
    guard Self.canBeName(text) else { return nil }
    let all = Self.exact(text, among: try podcasts())
    guard !all.isEmpty, try Self.exact(text, among: episodes(listed) + episodes(titled: text)).isEmpty else {
      return nil
    }
    let ids = Set(listed.map(\.podcast.rawValue))
    let held = all.filter { ids.contains($0.item.id) }
    guard case .podcast(let id)? = try only(held.isEmpty ? all : held, "podcast", text) else { return nil }
    return id
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
      hints: ErrorPresenter.didYouMean(near), hint)
  }
}
