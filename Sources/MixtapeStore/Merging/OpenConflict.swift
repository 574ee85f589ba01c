public import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// A value that both sides of a sync changed differently, and that nobody has decided since.
public struct OpenConflict: Hashable, Sendable {
  /// The merge that took one of the values.
  public let merge: CommitID
  /// The playlist, podcast, episode or file. ``Store/openConflicts()`` gives it with its present id.
  public private(set) var subject: MergeConflict.Subject
  /// The name of the key in the file, as in ``MergeConflict/key``.
  public let key: String
  /// The side of the merge whose value was taken.
  public internal(set) var taken: MergeSide
  /// The value of the clone that made the merge, as TOML; `nil` if it removed the key.
  public private(set) var ours: Side
  /// The value of the remote.
  public private(set) var theirs: Side
  /// Whether the user chose the value during the sync.
  let isDecided: Bool
  /// The path of the file when it was merged.
  let path: String
  /// The name when it was merged, which identifies the value in trailers.
  let mergedName: String

  /// The value of one side, and its change.
  public struct Side: Hashable, Sendable {
    /// The value as TOML; `nil` if the side removed the key.
    public let value: String?
    /// The commit of the change.
    public let commit: CommitID
  }

  /// Returns the value of a side.
  public subscript(side: MergeSide) -> Side { side == .ours ? ours : theirs }

  static func all(in merge: Commit) -> [OpenConflict] {
    merge.trailers.filter { $0.key == CommitMessage.conflictKey }
      .compactMap { OpenConflict(trailer: $0.value, of: merge.id) }
  }

  /// The text that identifies the value of a file in trailers: the merge, and the key in it.
  var identifier: String { "\(merge) \(mergedKey)" }

  /// The key with its playlist, podcast, episode or file in the merge.
  var mergedKey: String { "\(key) of \(mergedName)" }

  /// Reads a conflict from the value of a trailer; `nil` if it is not valid.
  init?(trailer: String, of merge: CommitID) {
    let document = TOMLDocument(parsing: Array("conflict = \(trailer)\n".utf8))
    guard document.isValid, let table = document.root["conflict"]?.table, let path = table["path"]?.string,
      let key = table["key"]?.string, let taken = (table["taken"]?.string).flatMap(MergeSide.init),
      let ours = Side(.ours, in: table), let theirs = Side(.theirs, in: table)
    else { return nil }
    (self.merge, self.path, self.key, self.taken, self.ours, self.theirs) = (merge, path, key, taken, ours, theirs)
    isDecided = table["decided"]?.boolean ?? false
    guard let subject = Self.subject(ofFileAt: path, episode: table["episode"]?.string) else { return nil }
    self.subject = subject
    mergedName = subject.name(at: path)
  }

  /// Returns the subject of a file, or of an episode in it; `nil` if the name of the episode is invalid.
  private static func subject(ofFileAt path: String, episode: String?) -> MergeConflict.Subject? {
    if let id = SectionFile.playlistID(at: path) { return .playlist(id) }
    guard let podcast = SectionFile.podcastID(at: path) else { return .file }
    guard let episode else { return .podcast(podcast) }
    return Episode.ID(podcast: podcast, name: episode).map { .episode($0) }
  }

  /// The name of the playlist, podcast, episode or file, as the user types it.
  public var name: String { subject.name(at: path) }

  /// Returns whether a conflict of a merge is about the same value.
  func isSame(as conflict: MergeConflict) -> Bool {
    (path, key, mergedName) == (conflict.path, conflict.key, conflict.name)
  }

  /// Returns the conflict of a playlist or podcast whose file has another path now.
  func following(to path: String) -> OpenConflict {
    var copy = self
    let episode: String? = if case .episode(let id) = subject { id.name } else { nil }
    copy.subject = Self.subject(ofFileAt: path, episode: episode) ?? subject
    return copy
  }

  /// The path of the key in the file, as ``FileConflict`` has it. An episode is found by its name.
  var keyPath: [String] {
    if case .episode(let id) = subject { return ["episodes", id.name] + keyNames }
    return keyNames
  }

  /// The key and the keys of the tables around it, in the file or the episode.
  var keyNames: [String] { FileConflict.path(named: key) }

  /// Returns whether a text names the key, with any quotes that TOML allows.
  public func hasKey(named name: String) -> Bool { key == name || keyNames == FileConflict.path(named: name) }
}

extension OpenConflict.Side {
  fileprivate init?(_ side: MergeSide, in table: TOMLTable) {
    guard let commit = (table["\(side.rawValue)-commit"]?.string).flatMap({ CommitID($0) }) else { return nil }
    self.init(value: table[side.rawValue]?.string, commit: commit)
  }
}

extension OpenConflict {
  /// Returns whether two texts are the same value; `nil` for no value. A comment or white space in a list is no change of its value.
  static func areEqual(_ first: String?, _ second: String?) -> Bool {
    guard let first, let second else { return first == second }
    return first == second || TOMLLiteral(conflictText: first) == TOMLLiteral(conflictText: second)
  }

  /// Returns a file with the value of a side; unchanged if it has that value.
  func setting(_ side: MergeSide, in source: [UInt8]) throws(MixtapeError) -> [UInt8] {
    var document = TOMLDocument(parsing: source)
    guard let path = keyPath(in: document) else { return source }
    do throws(TOMLEditError) {
      if let text = self[side].value {
        guard let literal = TOMLLiteral(conflictText: text) else { return source }
        try document.set(literal, at: path)
      } else if document[path] != nil {
        try document.remove(path)
      }
      return document.source
    } catch {
      throw MixtapeError(.saveFailed, .file(self.path), cause: error)
    }
  }

  /// Returns the path of the key in a document; `nil` if the episode does not exist any more.
  func keyPath(in document: TOMLDocument) -> TOMLPath? {
    let names = keyNames.map(TOMLPathComponent.key)
    guard case .episode(let id) = subject else { return TOMLPath(names) }
    let episodes = document.root["episodes"]?.array
    let index = episodes?.firstIndex { $0.table?["id"]?.string == id.name }
    return index.map { TOMLPath([.key("episodes"), .index($0)] + names) }
  }
}

extension OpenConflict {
  /// The playlist of the conflict, or the podcast with the key or the episode; `nil` for another file.
  var item: StoreItem? {
    switch subject {
    case .playlist(let id): .playlist(id)
    case .podcast(let id): .podcast(id)
    case .episode(let id): .podcast(id.podcast)
    case .file: nil
    }
  }
}

extension TOMLLiteral {
  fileprivate init?(conflictText text: String) {
    guard let value = TOMLDocument(parsing: Array("value = \(text)\n".utf8)).root["value"] else { return nil }
    self.init(value)
  }
}

/// A conflict, the side to take, and the present path of its file.
struct ConflictDecision {
  let conflict: OpenConflict
  let side: MergeSide
  let path: String
}

/// A merge with conflicts, repeated with other sides.
///
/// The difference between the merge with the sides that were taken and the one with the sides to take also has the comments of the
/// values, and the keys that belong to rules. It is applied to the present files, by meaning.
struct ConflictMerge {
  /// The files with the values that were taken, and with those to take, by their paths in the merge.
  private var versions: [String: (taken: [UInt8], decided: [UInt8])] = [:]

  /// Repeats a merge.
  ///
  /// - Parameter decisions: Decisions about conflicts of the merge. Those that the repeated merge does not find are ignored: in a
  ///   shallow clone, it can have another base.
  /// - Complexity: O(the number of files that the sides changed).
  init(
    of merge: CommitID, deciding decisions: [ConflictDecision], in repository: StoreRepository
  ) throws(MixtapeError) {
    let commit = try repository.commit(merge)
    guard commit.parents.count == 2, decisions.contains(where: { $0.side != $0.conflict.taken }) else { return }
    let all = OpenConflict.all(in: commit)
    let taken: (MergeConflict) -> MergeSide? = { conflict in all.first { $0.isSame(as: conflict) }?.taken }
    let decided: (MergeConflict) -> MergeSide? = { conflict in
      decisions.first { $0.conflict.isSame(as: conflict) }?.side ?? taken(conflict)
    }
    let merges = try [taken, decided].map { (side) throws(MixtapeError) in
      try StoreMerge(in: repository, ours: commit.parents[0], theirs: commit.parents[1], deciding: side)
    }
    for path in Set(merges[0].conflicts.map(\.path)) {
      let texts = try merges.map { (merge) throws(MixtapeError) in
        let changed = merge.changes.first { $0.path == path }
        let blob = if let changed { changed.new?.id } else { try repository.blobID(at: path, in: commit.parents[0]) }
        return try repository.content(blob)
      }
      if let taken = texts[0], let decided = texts[1] { versions[path] = (taken, decided) }
    }
  }

  /// Returns a present file with the values of decisions, their comments, and the keys that belong to them. Keys that were changed
  /// since the merge keep their present values, except for those that configure removed rules.
  func applied(to present: [UInt8], _ decisions: [ConflictDecision]) -> [UInt8] {
    guard let decision = decisions.first, let (taken, decided) = versions[decision.conflict.path] else {
      return present
    }
    do throws(MergedFile.Refusal) {
      let merged = try StoreFileMerge.byMeaning(base: taken, ours: present, theirs: decided, path: decision.path)
      // Keys that belong to rules come with the decided key, also if they were changed since.
      let keys = Set(decisions.map(\.conflict.keyPath))
      let decided = merged.conflicts.filter { keys.contains($0.path) || !keys.isDisjoint(with: $0.followers) }
      return merged.bytes(.theirsFor(Set(decided.map(\.path))))
    } catch {
      // The values alone are set then.
      return present
    }
  }
}
