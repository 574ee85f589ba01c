import MixtapeLibrary
import MixtapeModel
import MixtapeStore

extension Session {
  /// Returns edits, and after them those that turn the search of a playlist into rules. Rules of which any or none had to match become
  /// one rule first. Notes a difference between the episodes found.
  ///
  /// - Throws: A ``CommandFailure`` if the playlist has no search, if the search has no word, or if not all rules have to match.
  func rules(
    fromSearchOf playlist: Playlist, applying edits: [CriteriaEdit], in store: Store
  ) throws -> [CriteriaEdit] {
    let edits = try playlist.criteria.joiningRules(for: edits)
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
    return edits + added
  }

  /// Warns if a change of rules takes a playlist from something to nothing.
  func warnOfEmptiedRules(by plan: PlaylistPlan, in store: Store) throws(MixtapeError) {
    guard let old = plan.before?.criteria, let new = plan.after?.criteria, old.isActive, new.isActive, old != new,
      try store.count(matching: EpisodeQuery(new, now: context.now())) == 0
    else { return }
    let before = try store.count(matching: EpisodeQuery(old, now: context.now()))
    guard before > 0, let id = plan.after?.id else { return }
    reporter.warn(
      code: "rules-find-nothing", "the rules of \(id) matched \(counted(before, "episode")), and match 0 now",
      hints: ["`mixtape explain \(id) EPISODE` explains why, and `mixtape undo` takes the change back"])
  }
}
