import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct Conditions: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "conditions",
    abstract: "Show or change the rules of a playlist.",
    discussion: """
      Without options, prints the numbered rules. With options, makes all changes in one commit; the numbers are \
      those of the rules before the change. A playlist is smart while it has a rule or a search.

      --match, --sort and --limit require rules or a search.

      --from-search turns the search into rules, one for each word, and removes the search. With --match all, the \
      rules of a playlist with `match = "any"` or `"none"` become one rule first, so that their meaning stays. Rules \
      distinguish accents, and do not search descriptions and notes, so they can find fewer episodes.

      --build asks for a field, an operator and a value, and shows the number of episodes found. Ctrl-D or Ctrl-C \
      cancels.

      Examples:
        mixtape conditions recently-added
        mixtape conditions recently-added --add 'rating >= 4' --limit "90 min"
        mixtape conditions short-and-unheard --replace 1 'duration < 10 min'
        mixtape conditions dark-skies --remove 1 --no-search
        mixtape conditions dark-skies --match all --from-search
        mixtape conditions recently-added --build
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("With --replace: the new rules, in the same order.", valueName: "rule"))
  var rules: [RuleArgument] = []

  @Option(
    help: ArgumentHelp("A rule to add at the end, unless it is there already; may be repeated.", valueName: "rule"))
  var add: [RuleArgument] = []

  @Option(help: ArgumentHelp("Number of a rule to remove; may be repeated.", valueName: "n"))
  var remove: [Int] = []

  @Option(help: ArgumentHelp("Number of a rule to replace; may be repeated.", valueName: "n"))
  var replace: [Int] = []

  @Flag(help: "Turn the search into rules, one for each word.")
  var fromSearch = false

  @Flag(help: "Ask for rules step by step; with --replace, only for that rule.")
  var build = false

  @OptionGroup var criteria: CriteriaChangeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if !rules.isEmpty && replace.isEmpty {
      throw ValidationError("a rule requires --replace N; use `--add RULE` to add a rule")
    }
    if build && (!rules.isEmpty || !add.isEmpty || !remove.isEmpty || replace.count > 1) {
      throw ValidationError("--build cannot be used together with rules, except with one --replace N")
    }
    if !build && rules.count != replace.count { throw ValidationError("--replace requires a number and the new rule") }
    if Set(replace).count < replace.count { throw ValidationError("--replace has the same number twice") }
    if fromSearch && (build || criteria.new.search != nil || criteria.noSearch) {
      throw ValidationError("--from-search cannot be used together with --build, --search or --no-search")
    }
    if let number = (remove + replace).first(where: { $0 < 1 }) {
      throw ValidationError("rules are numbered from 1; there is no rule \(number)")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try playlist.id(in: session)
    do {
      return try perform(on: id, of: store, in: session)
    } catch let error as MixtapeError where error.code == .noSuchRule {
      throw ErrorPresenter.noSuchRule(error, of: id)
    }
  }

  private func perform(on id: Playlist.ID, of store: Store, in session: Session) throws -> ExitStatus {
    var edits = try edits()
    if fromSearch {
      edits = try addingRules(ofSearchIn: try store.existing(id), to: edits, in: store, session)
    }
    if build {
      let current = try store.existing(id).criteria.applying(edits)
      if let number = replace.first { _ = try current.applying([.remove(number - 1)]) }
      var dialogue = CriteriaDialogue(current, in: store, session)
      guard let built = try dialogue.run(startingAt: replace.first.map { $0 - 1 }) else {
        session.remark("Nothing was changed.")
        return .nothingToDo
      }
      edits += built
    } else if edits.isEmpty {
      let current = try store.existing(id)
      if current.isSmart { try store.warnOfMissingPlaylists(askedBy: id) }
      return present(rulesOf: current, in: session)
    }
    let new = edits.compactMap(\.rule)
    try session.warnOfDoubtful(rules + add)
    try session.check(new, given: new, of: id, in: store)
    edits = try withoutKnownRules(edits, of: id, in: store, session)
    let plan = try store.change(.conditions(id, edits))
    let status = try session.present(plan, of: store)
    // The rules of a search have their own note.
    if !fromSearch { try warnOfEmptiedRules(by: plan, in: store, session) }
    return status
  }

  /// Returns edits without the additions of rules that the playlist already has, and notes those.
  private func withoutKnownRules(
    _ edits: [CriteriaEdit], of id: Playlist.ID, in store: Store, _ session: Session
  ) throws -> [CriteriaEdit] {
    let others = edits.filter { if case .add = $0 { false } else { true } }
    guard others.count < edits.count, let playlist = try store.playlist(id) else { return edits }
    // A rule that is removed or replaced by the same command can be added again.
    let kept = try playlist.criteria.applying(others).conditions ?? []
    var known = Set(kept.map(\.rule))
    return edits.filter { edit in
      guard case .add(let new) = edit, !known.insert(new.rule).inserted else { return true }
      session.reporter.note(code: "already-there", "the rule `\(new.rule)` is already in the playlist")
      return false
    }
  }

  private func edits() throws -> [CriteriaEdit] {
    var edits = try criteria.edits()
    for (number, rule) in zip(replace, rules) { edits.append(.replace(number - 1, with: try rule.condition)) }
    edits += remove.map { .remove($0 - 1) }
    edits += try add.map { .add(try $0.condition) }
    return edits
  }
}

extension Conditions {
  private func present(rulesOf playlist: Playlist, in session: Session) -> ExitStatus {
    if session.wantsJSON {
      session.print(JSONOutput.criteria(of: playlist))
    } else if playlist.isSmart {
      session.print(Self.lines(of: playlist))
    } else {
      session.remark("\(playlist.id) has no rules.")
      session.hint("`mixtape conditions \(playlist.id) --add RULE` adds a rule, and `--build` asks for its parts")
    }
    return .done
  }

  /// Returns the criteria of a playlist, with numbered rules.
  private static func lines(of playlist: Playlist) -> [StyledText] {
    let criteria = playlist.criteria
    var rules = TextTable(rightAligned: [0], indentation: 2)
    for (offset, condition) in (criteria.conditions ?? []).enumerated() {
      rules.append(StyledText(offset + 1, .faint), StyledText(condition))
    }
    var keys = TextTable()
    if criteria.conditions != nil { keys.append(key: "match", criteria.match.rawValue) }
    keys.appendSearchAndOrder(of: playlist)
    return rules.lines + (rules.rows.isEmpty ? [] : [""]) + keys.lines
  }

  /// Returns edits, and after them those that turn the search of a playlist into rules. Rules of which any or none had to match become
  /// one rule first. Notes a difference between the episodes found.
  ///
  /// - Throws: A ``Problem`` if the playlist has no search, if the search has no word, or if not all rules have to match.
  private func addingRules(
    ofSearchIn playlist: Playlist, to edits: [CriteriaEdit], in store: Store, _ session: Session
  ) throws -> [CriteriaEdit] {
    let edits = try playlist.criteria.joiningRules(for: edits)
    let criteria = try playlist.criteria.applying(edits)
    guard let search = criteria.search else {
      throw Problem(.usage, code: "no-search", "\(playlist.id) has no search")
    }
    let rules = try SmartCriteria.rules(ofSearch: search)
    guard !rules.isEmpty else {
      throw Problem(
        .usage, code: "no-search", "the search \(ErrorPresenter.quoted(search)) contains no word, and finds nothing")
    }
    guard criteria.match == .all else {
      throw Problem(
        .usage, code: "match", "a search can become rules only with `match = \"all\"`",
        hints: "`--match all` in the same command changes it")
    }
    let added = [CriteriaEdit.search(nil)] + rules.map { CriteriaEdit.add(WrittenRule($0)) }
    let now = session.context.now
    let before = try store.count(matching: EpisodeQuery(criteria, now: now()))
    let after = try store.count(matching: EpisodeQuery(try criteria.applying(added), now: now()))
    if before != after {
      session.reporter.note(
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
  private func warnOfEmptiedRules(
    by plan: PlaylistPlan, in store: Store, _ session: Session
  ) throws(MixtapeError) {
    let now = session.context.now
    guard let old = plan.before?.criteria, let new = plan.after?.criteria, old.isActive, new.isActive, old != new,
      try store.count(matching: EpisodeQuery(new, now: now())) == 0
    else { return }
    let before = try store.count(matching: EpisodeQuery(old, now: now()))
    guard before > 0, let id = plan.after?.id else { return }
    session.reporter.warn(
      code: "rules-find-nothing", "the rules of \(id) matched \(counted(before, "episode")), and match 0 now",
      hints: ["`mixtape explain \(id) EPISODE` explains why, and `mixtape undo` takes the change back"])
  }
}

/// The options that set or remove criteria.
struct CriteriaChangeOptions: ParsableArguments {
  @OptionGroup var new: CriteriaOptions

  @Flag(help: "Remove the search.")
  var noSearch = false

  @Flag(help: "Remove the sort order; episodes are in the order of the library again.")
  var noSort = false

  @Flag(help: "Remove the limit.")
  var noLimit = false

  @Flag(help: "Remove the seed; a random order then changes each time.")
  var noSeed = false

  func validate() throws {
    let contradictions = [
      (new.search != nil && noSearch, "search"), (new.order.sort != nil && noSort, "sort"),
      (!new.order.limit.isEmpty && noLimit, "limit"), (new.order.seed != nil && noSeed, "seed"),
    ]
    if let name = contradictions.first(where: \.0)?.1 {
      throw ValidationError("--\(name) and --no-\(name) cannot be used together")
    }
  }

  func edits() throws -> [CriteriaEdit] {
    let removals: [(Bool, CriteriaEdit)] = [
      (noSearch, .search(nil)), (noSort, .sort(SmartCriteria.defaultSort)), (noLimit, .limit(PlaylistLimits())),
      (noSeed, .seed(nil)),
    ]
    return try new.edits() + removals.filter(\.0).map(\.1)
  }
}

extension JSONOutput {
  /// Returns the criteria of a playlist, for `conditions`.
  fileprivate static func criteria(of playlist: Playlist) -> JSONNode {
    let conditions = playlist.criteria.conditions?.enumerated().map { offset, condition -> JSONNode in
      [
        "position": .integer(offset + 1), "rule": .string(condition.text),
        "tree": condition.rule.json,
      ]
    }
    return .object(
      [("id", .string(playlist.id.rawValue)), ("smart", .bool(playlist.isSmart))]
        + [("conditions", conditions.map(JSONNode.array) ?? .null)]
        + values(of: PlaylistKey.keys(of: .criteria).filter { $0 != .conditions }, in: playlist))
  }
}
