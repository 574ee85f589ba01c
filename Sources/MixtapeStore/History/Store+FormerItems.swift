internal import GitHistory
public import MixtapeModel

extension Store {
  /// Returns the files that hand edits or commits have renamed, among deleted and created ones.
  ///
  /// - Complexity: O(the number of commits) for each deleted and created playlist and podcast, up to a limit.
  public func renamedFiles(among files: [FileDifference]) throws(MixtapeError) -> [RenamedFile] {
    let (deleted, created) = (files.filter(\.isDeletion), files.filter(\.isCreation))
    guard !deleted.isEmpty, !created.isEmpty else { return [] }
    let repository = try openRepository()
    var renamed = try HandEditSurvey(of: self, repository).edits.compactMap { edit in
      edit.edit.oldPath.map { RenamedFile(oldPath: $0, path: edit.edit.path) }
    }
    let history = FileHistory(in: repository)
    // An undo turns a renaming around.
    for (later, earlier) in [(created, deleted), (deleted, created)] {
      for file in later.prefix(Self.mostFollowed) {
        guard let item = StoreItem(path: file.path) else { continue }
        let former = Set(try repository.formerItems(on: ItemTrail(of: item, by: history)))
        let old = earlier.first { StoreItem(path: $0.path).map(former.contains) == true }
        if let old { renamed.append(RenamedFile(oldPath: old.path, path: file.path)) }
      }
    }
    return renamed
  }

  /// The maximum number of files whose former names are looked up.
  private static let mostFollowed = 20
}

extension StoreRepository {
  /// Returns the ids that a playlist or a podcast had before commits renamed its file, the last one first.
  ///
  /// - Parameter start: The first commit of the search; `nil` for HEAD.
  /// - Complexity: O(the number of commits).
  func formerItems(of item: StoreItem, from start: CommitID? = nil) throws(MixtapeError) -> [StoreItem] {
    try formerItems(on: ItemTrail(of: item, by: FileHistory(in: self)), from: start)
  }

  /// Returns the former ids on a trail that starts at a commit; `nil` stands for HEAD.
  func formerItems(on trail: ItemTrail, from start: CommitID? = nil) throws(MixtapeError) -> [StoreItem] {
    var trail = trail
    let walk = try ChangeWalk(of: self, .items(trail.items), from: start)
    while let step = try walk.next() { try trail.follow(step, on: walk) }
    return Array(trail.items.dropFirst())
  }
}
