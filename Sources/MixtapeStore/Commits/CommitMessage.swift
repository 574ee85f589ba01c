internal import GitHistory
internal import MixtapeModel

/// The message of a commit: a subject and a body for people, trailers for programs.
struct CommitMessage {
  let subject: String
  let body: [String]
  let trailers: [Commit.Trailer]

  init(_ subject: String, body: [String] = [], operation: String, trailers: [Commit.Trailer] = []) {
    self.subject = Self.line(subject)
    self.body = body.map(Self.line)
    self.trailers = [Commit.Trailer(key: Self.operationKey, value: operation)] + trailers
  }

  // MARK: Trailers

  /// The kind of operation that made a commit.
  static let operationKey = "Mixtape-Operation"
  /// A change that an undo undoes.
  static let undoesKey = "Mixtape-Undoes"
  /// A change that a redo redoes.
  static let redoesKey = "Mixtape-Redoes"
  /// The reverted commit of a revert, or of the undo of one item.
  static let revertsKey = "Mixtape-Reverts"
  /// The commit of the version that a restoration restores.
  static let restoresKey = "Mixtape-Restores"
  /// The session and the number of a ``PlayBatch`` of recorded plays.
  static let playsKey = "Mixtape-Plays"
  /// The former and the new id of a playlist or podcast (``RecordedRenames``).
  static let renamedKey = "Mixtape-Renamed"
  /// A value that both sides of a sync changed differently (``OpenConflict``).
  static let conflictKey = "Mixtape-Conflict"
  /// The decided value of a decision about such a conflict.
  static let decidesKey = "Mixtape-Decides"

  // MARK: Operations

  /// The kind of operation of a store's first commit, which cannot be undone.
  static let initialOperation = "init"
  static let syncOperation = "sync"
  static let undoOperation = "undo"
  static let redoOperation = "redo"
  static let restoreOperation = "restore"
  static let revertOperation = "revert"
  static let editOperation = "edit"
  static let repairOperation = "repair"
  static let decisionOperation = "decide"
  /// The operations of commits that can bring back earlier versions of files.
  static let returningOperations = [undoOperation, redoOperation, restoreOperation, revertOperation]
  /// The operations of a decision, and of commits that take one back or bring it back.
  static let operationsOfDecisions = [decisionOperation, undoOperation, redoOperation, revertOperation]

  // MARK: Text

  var operation: String { trailers.first?.value ?? "" }

  /// The message in the form that git stores.
  var text: String {
    var paragraphs = [subject]
    if !body.isEmpty { paragraphs.append(body.joined(separator: "\n")) }
    paragraphs.append(trailers.map { "\($0.key): \($0.value)" }.joined(separator: "\n"))
    return paragraphs.joined(separator: "\n\n")
  }

  /// Returns text of files and feeds as a part of one line. Control characters are removed, so that a title cannot
  /// end the line and add a trailer.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      line.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return line
  }
}

// MARK: - Messages of operations on playlists

extension CommitMessage {
  /// Makes the message of a plan.
  ///
  /// - Parameter titles: The titles of the plan's episodes that the library has.
  init(of plan: PlaylistPlan, titles: [Episode.ID: String]) {
    let isOfOne = plan.before != nil || plan.after != nil
    let body =
      Self.list(plan.episodes, titles)
      + (isOfOne ? [] : Self.list(plan.changes.map { "\($0.item.name) (\($0.item.id))" }))
    self.init(Self.subject(of: plan, titles), body: body, operation: plan.operation.kind.rawValue)
  }

  private static func subject(of plan: PlaylistPlan, _ titles: [Episode.ID: String]) -> String {
    let episodes = counted(plan.episodes.count, "episode")
    let playlists = plan.changes.count == 1 ? plan.changes[0].item.id.rawValue : counted(plan.changes.count, "playlist")
    switch plan.operation {
    case .create(let playlist): return "Create \(playlist.id)"
    case .importing: return "Import \(playlists)"
    case .resolve(let replacements):
      let replaced = counted(replacements.values.reduce(0) { $0 + $1.count }, "episode")
      return "Resolve \(replaced) in \(playlists)"
    case .update(let playlist): return update(changedKeys(of: plan), of: playlist.id.rawValue)
    case .edit(_, let edits):
      if case .setting(let setting)? = edits.first, edits.count == 1 {
        return "Set \(setting.key.rawValue) = \(setting.value) in \(playlists)"
      }
      return update(changedKeys(of: plan), of: playlists)
    case .delete: return "Delete \(playlists)"
    case .duplicate(let original, _):
      return "Duplicate \(original)\(plan.after.map { " as \($0.id)" } ?? "")"
    case .rename(let id, let name): return "Rename \(id) to \"\(name)\""
    case .describe(let id, _): return "Describe \(id)"
    case .move(_, let folder): return move(playlists, to: folder, isOne: plan.changes.count == 1)
    case .conditions(let id, let edits): return "\(change(edits)) \(id)"
    case .freeze(let id, _): return "Freeze \(id) with \(episodes)"
    case .add(_, let id, _, _): return "Add \(episodes) to \(id)"
    case .assign: return assign(plan.episodes, plan.assignment, titles)
    case .remove(_, let id): return "Remove \(episodes) from \(id)"
    case .reorder(let id, _, _): return "Move \(episodes) within \(id)"
    case .moveFolder(let folder, let destination): return "Move folder \(folder) to \(destination)"
    case .deleteFolder(let folder): return "Delete folder \(folder) with \(counted(plan.changes.count, "playlist"))"
    }
  }
}

extension CommitMessage {
  /// Returns the names of the keys that differ in the only changed playlist; none for several playlists.
  private static func changedKeys(of plan: PlaylistPlan) -> [String] {
    guard plan.changes.count == 1, let change = plan.changes.first else { return [] }
    let difference = PlaylistDifference(from: change.before, to: change.after)
    return difference.fields.map(\.name) + (difference.episodes.isEmpty ? [] : ["episodes"])
  }

  /// Returns the description of edits of rules, up to the name of the playlist.
  private static func change(_ edits: [CriteriaEdit]) -> String {
    guard edits.count == 1, let edit = edits.first else { return "Change the rules of" }
    return switch edit {
    case .add: "Add a rule to"
    case .remove(let offset): "Remove rule \(offset + 1) from"
    case .replace(let offset, _): "Replace rule \(offset + 1) in"
    case .match(let match): "Match \(match.rawValue) of the rules in"
    case .search(nil): "Remove the search from"
    case .sort: "Sort"
    case .limit(let limits): limits.isEmpty ? "Remove the limit of" : "Limit to \(limits)"
    default: "Change the \(edit.key.rawValue) of"
    }
  }
}

// MARK: - Parts of messages

extension CommitMessage {
  /// Returns the subject of an assignment: `Add Auroras to lamps, remove it from late`.
  private static func assign(
    _ episodes: [Episode.ID], _ playlists: (to: [Playlist.ID], from: [Playlist.ID]), _ titles: [Episode.ID: String]
  ) -> String {
    let name = name(of: episodes) { titles[$0] }
    let pronoun = episodes.count == 1 ? "it" : "them"
    switch (playlists.to.isEmpty, playlists.from.isEmpty) {
    case (true, _): return "Remove \(name) from \(names(of: playlists.from))"
    case (_, true): return "Add \(name) to \(names(of: playlists.to))"
    default: return "Add \(name) to \(names(of: playlists.to)), remove \(pronoun) from \(names(of: playlists.from))"
    }
  }

  /// Returns the title of one episode, or the number of several.
  static func name(of episodes: [Episode.ID], titled title: (Episode.ID) -> String?) -> String {
    guard episodes.count == 1 else { return counted(episodes.count, "episode") }
    let name = title(episodes[0]) ?? episodes[0].rawValue
    return name.count > longestName ? name.prefix(longestName - 1) + "…" : name
  }

  /// The maximum length of a title in a subject, in characters.
  private static let longestName = 50

  /// Returns the ids of up to three playlists, or the number of more.
  private static func names(of playlists: [Playlist.ID]) -> String {
    guard playlists.count <= 3 else { return counted(playlists.count, "playlist") }
    let names = playlists.map(\.rawValue)
    return names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")" : names.joined()
  }

  private static let mostKeys = 3

  /// Returns the subject of an update: `Update name, shuffle of focus`. Many keys are not named.
  private static func update(_ keys: [String], of name: String) -> String {
    (1...mostKeys).contains(keys.count) ? "Update \(keys.joined(separator: ", ")) of \(name)" : "Update \(name)"
  }

  static func move(_ name: String, to folder: Folder, isOne: Bool = true) -> String {
    if folder != .top { return "Move \(name) to \(folder)" }
    return "Move \(name) out of \(isOne ? "its folder" : "their folders")"
  }

  /// The maximum number of items in a message. The commit itself has all of them.
  private static let listLimit = 100

  static func list(_ episodes: [Episode.ID], _ titles: [Episode.ID: String]) -> [String] {
    list(episodes.map { id in titles[id].map { "\($0) (\(id))" } ?? "\(id)" })
  }

  static func list(_ names: [String]) -> [String] {
    let lines = names.prefix(listLimit).map { "- \($0)" }
    return names.count > listLimit ? lines + ["- and \(names.count - listLimit) more"] : lines
  }
}

extension CommitMessage {
  /// Makes the message of a change of the library.
  init(of plan: PodcastPlan, trailers: [Commit.Trailer] = []) {
    self.init(
      Self.subject(of: plan), body: Self.body(of: plan), operation: plan.operation.kind.rawValue, trailers: trailers)
  }

  private static func subject(of plan: PodcastPlan) -> String {
    let episodes = counted(plan.episodes.count, "episode")
    let items = plan.changes.map(\.item)
    let podcasts = items.count == 1 ? items[0].id.rawValue : counted(items.count, noun(of: items))
    switch plan.operation {
    case .add(let podcast): return "Add \(podcast.kind.rawValue) \(podcast.id)"
    case .update(let podcast):
      return update(changedKeys(of: plan), of: "\(podcast.kind.rawValue) \(podcast.id)")
    case .remove: return plan.changes.count == 1 ? "Delete \(kind(of: plan)) \(podcasts)" : "Delete \(podcasts)"
    case .edit:
      let isOne = plan.changes.count == 1
      let name = isOne ? "\(kind(of: plan)) \(podcasts)" : podcasts
      return plan.destination.map { move(name, to: $0, isOne: isOne) }
        ?? update(isOne ? changedKeys(of: plan) : [], of: name)
    case .tag(_, let tag): return "Tag \(podcasts) with \"\(tag)\""
    case .untag(_, let tag): return "Remove the tag \"\(tag)\" from \(podcasts)"
    case .renameTag(let tag, let name): return "Rename the tag \"\(tag)\" to \"\(name)\""
    case .moveFolder(let folder, let destination): return "Move folder \(folder) of the library to \(destination)"
    case .deleteFolder(let folder):
      return "Delete folder \(folder) of the library with \(counted(items.count, noun(of: items)))"
    case .addEpisodes(_, let id, _): return "Add \(episodes) to \(kind(of: plan)) \(id)"
    case .editEpisodes(_, let edits):
      let known = plan.changes.flatMap { ($0.after ?? $0.item).episodes }
      return edit(edits, of: name(of: plan.episodes) { id in known.first { $0.id == id }?.title })
    case .removeEpisodes: return "Remove \(episodes) from the library"
    case .moveEpisodes(_, let id, _):
      return plan.renamed.isEmpty ? "Move \(episodes) within \(id)" : "Move \(episodes) to \(id)"
    case .merge(let merges):
      return merges.allSatisfy(\.options.recordsListening) ? listening(plan) : merge(plan)
    case .scan: return scan(plan)
    case .recordPlays: return record(plan)
    }
  }

  /// Returns the subject of a session: `Record plays of 3 episodes`, with the number of positions if there are some.
  private static func record(_ plan: PodcastPlan) -> String {
    let played = plan.playedEpisodes.count
    let positions = plan.episodes.count - played
    if played == 0 {
      return "Record \(positions == 1 ? "the position" : "positions") of \(counted(positions, "episode"))"
    }
    let plays = "Record plays of \(counted(played, "episode"))"
    return positions == 0 ? plays : "\(plays) and \(counted(positions, "position"))"
  }

  /// Returns the subject of an update: `Update 38 podcasts: 112 new episodes`.
  private static func merge(_ plan: PodcastPlan) -> String {
    let created = plan.changes.filter { $0.before == nil }
    let updated = plan.changes.count - created.count
    let parts = [
      part("add", created.map(\.item)), part("update", plan.changes.filter { $0.before != nil }.map(\.item)),
    ]
    let subject = parts.compactMap(\.self).joined(separator: " and ")
    let removed = plan.removedEpisodes.count
    let counts = [
      plan.episodes.isEmpty ? nil : counted(plan.episodes.count, updated == 0 ? "episode" : "new episode"),
      removed == 0 ? nil : counted(removed, "removed episode"),
    ].compactMap(\.self)
    return subject.prefix(1).uppercased() + subject.dropFirst()
      + (counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))")
  }

  /// Returns the subject of an import of ratings and plays: `Import listening data of 12 episodes`.
  private static func listening(_ plan: PodcastPlan) -> String {
    "Import listening data of \(counted(plan.updatedEpisodes.count, "episode"))"
  }

  /// Returns the subject of a scan: `Scan music: 3 albums added, 2 changed`.
  private static func scan(_ plan: PodcastPlan) -> String {
    let added = plan.changes.count { $0.before == nil }
    let changed = plan.changes.count - added
    let parts =
      added == 0
      ? ["\(counted(changed, "album")) changed"]
      : ["\(counted(added, "album")) added"] + (changed == 0 ? [] : ["\(changed) changed"])
    return "Scan music: \(parts.joined(separator: ", "))"
  }

  private static func part(_ verb: String, _ podcasts: [Podcast]) -> String? {
    guard let first = podcasts.first else { return nil }
    let noun = noun(of: podcasts)
    return podcasts.count == 1 ? "\(verb) \(noun) \(first.id)" : "\(verb) \(counted(podcasts.count, noun))"
  }

  /// Returns `album` if all are albums, else `podcast`.
  private static func noun(of podcasts: [Podcast]) -> String {
    let isMusic = !podcasts.isEmpty && podcasts.allSatisfy { $0.kind == .album }
    return (isMusic ? Podcast.Kind.album : .podcast).rawValue
  }

  private static func edit(_ edits: [EpisodeEdit], of episodes: String) -> String {
    if edits == EpisodeEdit.unplayed { return "Mark \(episodes) as not played" }
    guard edits.count == 1, edits[0].key == .field(.rating) else {
      return "Update \(edits.map(\.key.name).joined(separator: ", ")) of \(episodes)"
    }
    guard case .integer(let stars)? = edits[0].value else { return "Remove the rating of \(episodes)" }
    return "Rate \(episodes) \(counted(Int(stars), "star"))"
  }

  private static func kind(of plan: PodcastPlan) -> String {
    (plan.changes.first?.item.kind ?? .podcast).rawValue
  }

  /// Returns the names of the keys that differ in some podcasts.
  private static func changedKeys(of plan: PodcastPlan) -> [String] {
    let keys = plan.changes.flatMap { change -> [String] in
      let difference = PodcastDifference(from: change.before, to: change.after)
      return difference.fields.map(\.rawValue)
        + (difference.episodes.isEmpty && difference.changedEpisodes.isEmpty ? [] : ["episodes"])
    }
    return keys.withoutRepetitions
  }

  private static func body(of plan: PodcastPlan) -> [String] {
    switch plan.operation {
    case .edit, .update:
      let fields = changedKeys(of: plan)
      let podcasts = plan.changes.count > 1 ? list(plan.changes.map { "\($0.item.title) (\($0.item.id))" }) : []
      let summary = fields.isEmpty ? [] : ["Changed: \(fields.joined(separator: ", "))"]
      return summary + (summary.isEmpty || podcasts.isEmpty ? [] : [""]) + podcasts
    case .addEpisodes, .editEpisodes, .removeEpisodes, .moveEpisodes, .recordPlays:
      let states = plan.changes.flatMap { [$0.after, $0.before].compactMap(\.self) }
      let titles = states.flatMap(\.episodes).map { ($0.id, $0.title) }
      return list(plan.episodes, Dictionary(titles) { first, _ in first })
    default: return list(plan.changes.map { "\($0.item.title) (\($0.item.id))" })
    }
  }
}
