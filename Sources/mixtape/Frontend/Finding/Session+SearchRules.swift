import MixtapeLibrary
import MixtapeModel
import MixtapeStore

extension Session {
  /// Returns the edits that turn the search of a playlist into rules. Notes a difference between the episodes found.
  ///
  /// - Parameter edits: The edits before them.
  /// - Throws: A ``CommandFailure`` if the playlist has no search, if the search has no word, or if not all rules have to match.
  func rules(
    fromSearchOf playlist: Playlist, applying edits: [CriteriaEdit], in store: Store
  ) throws -> [CriteriaEdit] {
    let criteria = try playlist.criteria.applying(edits)
    guard let search = criteria.search else {
      throw CommandFailure(.usage, code: "no-search", "\(playlist.id) has no search")
    }
    let rules = try SmartCriteria.rules(ofSearch: search)
    guard !rules.isEmpty else {
      throw CommandFailure(
        .usage, code: "no-search", "the search \(ErrorPresenter.quoted(search)) contains no word, and finds nothing")
    }
    guard criteria.match == .all else {
      throw CommandFailure(
        .usage, code: "match", "a search can become rules only with `match = \"all\"`",
        hints: "`--match all` in the same command changes it")
    }
    let added = [CriteriaEdit.search(nil)] + rules.map { CriteriaEdit.add(WrittenRule($0)) }
    let before = try store.count(matching: EpisodeQuery(criteria, now: context.now()))
    let after = try store.count(matching: EpisodeQuery(try criteria.applying(added), now: context.now()))
    if before != after {
      reporter.note(
        code: "search-differs",
        "the search found \(counted(before, "episode")), and the rules find \(after)",
        hints: [
          "rules distinguish accents, and do not search descriptions and notes",
          "rules ignore the title of a podcast if the episode names another album",
        ])
    }
    return added
  }
}
