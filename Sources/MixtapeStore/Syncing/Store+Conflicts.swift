public import GitHistory
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

/// The side of a conflict to take, as seen from this clone.
public enum ConflictChoice: String, Hashable, Sendable, CaseIterable {
  /// The value of the user of this clone: the side whose change was made in this clone. If that is neither or both, the side whose
  /// change has the email address of the user, else that of the clone that made the merge.
  case mine
  /// The other value.
  case theirs
}

extension Store {
  /// Returns the values that both sides of a sync changed differently and that nobody has decided since, newest merge first.
  ///
  /// A conflict follows its playlist, podcast or episode to another id. It is decided when the value is not the taken one any more,
  /// by ``decide(_:taking:)``, by an answer during a sync, or by the undo of the change that lost.
  /// - Complexity: O(the number of commits in history). For a conflict whose episode is not in its podcast any more, the whole
  ///   library is read.
  public func openConflicts() throws(MixtapeError) -> [OpenConflict] {
    let repository = try openRepository()
    let walk = try ChangeWalk(of: repository, .everyCommit)
    var (decisions, found) = (ConflictDecisions(), [OpenConflict]())
    // Only stores with conflicts read the messages of other commits.
    var unread: [CommitID] = []
    while let step = try walk.next() {
      unread.append(step.commit)
      guard step.isMerge else { continue }
      let conflicts = OpenConflict.all(in: try repository.commit(step.commit))
      guard !conflicts.isEmpty else { continue }
      for commit in unread { decisions.note(try repository.commit(commit)) }
      unread = []
      for conflict in conflicts {
        guard let open = try decisions.stillOpen(conflict, in: repository) else { continue }
        let present = try following(open, in: repository)
        if try isOpen(present) { found.append(present) }
      }
    }
    return found
  }

  /// Decides conflicts, as one change that can be undone. A decision for the value that was taken changes no file.
  ///
  /// If more than two people changed a value, the conflict with the value of the user of this clone decides, else the newest one.
  ///
  /// - Parameter conflicts: The conflicts, as ``openConflicts()`` returns them.
  /// - Returns: The commit of the decision.
  @discardableResult
  public func decide(_ conflicts: [OpenConflict], taking choice: ConflictChoice) throws(MixtapeError) -> CommitID {
    try transaction { (transaction) throws(MixtapeError) in
      let own = try OwnSides(of: conflicts, in: transaction.repository)
      let groups = Dictionary(grouping: conflicts, by: \.value).values
      var (contents, old) = ([String: [UInt8]](), [String: [UInt8]]())
      for group in groups {
        guard let (conflict, side) = try OpenConflict.decisive(group, choice, own),
          let path = try path(of: conflict)
        else { continue }
        if old[path] == nil { old[path] = try bytes(at: path) }
        guard let bytes = contents[path] ?? old[path] else { continue }
        contents[path] = try conflict.taking(side, in: bytes, transaction.repository)
      }
      let writes = contents.keys.sorted().filter { old[$0] != contents[$0] }.map {
        FileWrite(path: $0, old: old[$0], new: contents[$0])
      }
      for write in writes {
        let report = FileReport(checking: write.new ?? [], at: write.path)
        if report.hasErrors { throw Self.invalid(report) }
      }
      let names = Set(conflicts.map(\.name)).sorted()
      let values = groups.count == 1 ? "`\(conflicts[0].key)`" : counted(groups.count, "value")
      let message = CommitMessage(
        "Decide \(values) of \(names.joined(separator: ", "))", operation: CommitMessage.decisionOperation,
        trailers: conflicts.map { Commit.Trailer(key: CommitMessage.decidesKey, value: $0.place) })
      return try commitAndAnnounce(writes, message, in: transaction)
    }
  }

  /// Returns whether the file still has the value that the merge took.
  private func isOpen(_ conflict: OpenConflict) throws(MixtapeError) -> Bool {
    guard let path = try path(of: conflict), case .bytes(let bytes) = try load(path) else { return false }
    let value = FileConflict.text(at: conflict.keyPath, in: bytes).map { String(decoding: $0, as: UTF8.self) }
    return value == conflict[conflict.taken].value
  }

  /// Returns a conflict with the present id of its playlist, podcast or episode; unchanged if that does not exist at HEAD.
  private func following(
    _ conflict: OpenConflict, in repository: StoreRepository
  ) throws(MixtapeError) -> OpenConflict {
    let path = try path(of: conflict)
    if case .episode(let id) = conflict.subject {
      if let path, case .bytes(let bytes) = try load(path), conflict.keyPath(in: TOMLDocument(parsing: bytes)) != nil {
        return conflict
      }
      let present = try MovedEpisodes(in: repository).presentID(of: id, at: conflict.path, in: conflict.merge)
      return present.map { conflict.following(to: $0) } ?? conflict
    }
    guard path == nil else { return conflict }
    let present = try repository.currentPath(of: conflict.path, since: conflict.merge)
    return present.map { conflict.following(to: $0) } ?? conflict
  }

  /// Returns the present path of the file of a conflict; `nil` if it does not exist any more.
  private func path(of conflict: OpenConflict) throws(MixtapeError) -> String? {
    let section: Section
    let name: String
    switch conflict.subject {
    case .file: return conflict.path
    case .playlist(let id): (section, name) = (.playlists, id.rawValue)
    case .podcast(let id): (section, name) = (.library, id.rawValue)
    case .episode(let id): (section, name) = (.library, id.podcast.rawValue)
    }
    return try SectionScan(section, of: self).files[name]?.path
  }
}

extension OpenConflict {
  /// Returns the conflict that decides about a value that several merges have in conflict, and the side of a choice.
  ///
  /// - Parameter conflicts: The conflicts of the value, newest first.
  fileprivate static func decisive(
    _ conflicts: [OpenConflict], _ choice: ConflictChoice, _ own: OwnSides
  ) throws(MixtapeError) -> (conflict: OpenConflict, side: MergeSide)? {
    var decisive = conflicts.first
    for conflict in conflicts where try own.mine(in: conflict) != nil {
      decisive = conflict
      break
    }
    return try decisive.map { (conflict) throws(MixtapeError) in
      (conflict, try own.side(of: choice, in: conflict))
    }
  }

  /// Returns a file with the value of a side. Keys that belong to rules get the values of that side too, unless they were changed
  /// since the merge.
  fileprivate func taking(
    _ side: MergeSide, in source: [UInt8], _ repository: StoreRepository
  ) throws(MixtapeError) -> [UInt8] {
    let document = TOMLDocument(parsing: source)
    guard let path = keyPath(in: document) else { return source }
    var result = try setting(self[side].value, at: path, in: source)
    for (key, values) in try valuesOfRules(in: repository) where values[side] != values[taken] {
      guard FileConflict.text(at: [key], in: source) == values[taken] else { continue }
      let value = values[side].map { String(decoding: $0, as: UTF8.self) }
      result = try setting(value, at: TOMLPath([.key(key)]), in: result)
    }
    return result
  }

  /// Returns the values of the keys that belong to the rules of the playlist, if one side removed the rules.
  ///
  /// If a side renamed the file, there are none.
  private func valuesOfRules(
    in repository: StoreRepository
  ) throws(MixtapeError) -> [(key: String, values: MergeSides<[UInt8]?>)] {
    guard case .playlist(let id) = subject, let key = PlaylistKey(rawValue: key), [.conditions, .search].contains(key),
      (ours.value == nil) != (theirs.value == nil)
    else { return [] }
    let parents = try repository.parents(of: merge)
    guard parents.count == 2, let ourBlob = try repository.blobID(at: path, in: parents[0]),
      let theirBlob = try repository.blobID(at: path, in: parents[1])
    else { return [] }
    let (ourBytes, theirBytes) = (try repository.blob(ourBlob), try repository.blob(theirBlob))
    let handPicked = PlaylistFile(parsing: ours.value == nil ? ourBytes : theirBytes, id: id).playlist
    return (handPicked?.keysWithRules(of: key) ?? []).map { key in
      let values = [ourBytes, theirBytes].map { FileConflict.text(at: [key.rawValue], in: $0) }
      return (key.rawValue, MergeSides(ours: values[0], theirs: values[1]))
    }
  }

  /// Returns a file with another value of a key; `nil` removes the key.
  private func setting(
    _ value: String?, at path: TOMLPath, in source: [UInt8]
  ) throws(MixtapeError) -> [UInt8] {
    var document = TOMLDocument(parsing: source)
    do throws(TOMLEditError) {
      if let value {
        let literal = TOMLDocument(parsing: Array("value = \(value)\n".utf8)).root["value"].map { TOMLLiteral($0) }
        guard let literal else { return source }
        try document.set(literal, at: path)
      } else {
        try document.remove(path)
      }
      return document.source
    } catch {
      // The decision for a key that the merge removed changes nothing.
      if value == nil, error.code == .noSuchValue { return source }
      throw MixtapeError(.saveFailed, .file(self.path), cause: error)
    }
  }

  /// Returns the path of the key in a document; `nil` if the episode does not exist any more.
  fileprivate func keyPath(in document: TOMLDocument) -> TOMLPath? {
    let names = keyNames.map(TOMLPathComponent.key)
    guard case .episode(let id) = subject else { return TOMLPath(names) }
    let episodes = document.root["episodes"]?.array
    let index = episodes?.firstIndex { $0.table?["id"]?.string == id.name }
    return index.map { TOMLPath([.key("episodes"), .index($0)] + names) }
  }
}
