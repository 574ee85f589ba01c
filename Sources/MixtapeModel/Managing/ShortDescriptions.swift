// The texts of values that are printed, in one line each: for logs, debuggers and first programs. The text of an item is its
// debug description, because `description` is the text that its user or its feed has written.

extension FileBacked {
  /// The name and the id: `Morning Commute (morning-commute)`.
  var nameAndID: String { "\(displayName.onOneLine) (\(id))" }
}

extension Playlist: CustomDebugStringConvertible {
  /// The name, the id and the size: `Focus (focus): 9 episodes`, `Short News (short-news): 0 episodes, smart`.
  public var debugDescription: String {
    "\(nameAndID): \(counted(episodes.count, "episode"))\(isSmart ? ", smart" : "")"
  }
}

extension Podcast: CustomDebugStringConvertible {
  /// The title, the id and the size: `Night Sky Radio (night-sky): 8 episodes`.
  public var debugDescription: String { "\(nameAndID): \(counted(episodes.count, "episode"))" }
}

extension Episode: CustomDebugStringConvertible {
  /// The title and the id: `Auroras (night-sky/042-auroras)`.
  public var debugDescription: String { "\(title.onOneLine) (\(id))" }
}

extension ItemChange: CustomStringConvertible {
  /// The kind of the change and the item: `created Focus (focus)`, `moved Focus (focus) to travel`.
  public var description: String {
    switch self {
    case .created(let item): "created \(item.nameAndID)"
    case .updated(_, let item): "updated \(item.nameAndID)"
    case .moved(_, let item): "moved \(item.nameAndID) to \(item.folder == .top ? "the top folder" : item.folder.path)"
    case .deleted(let item): "deleted \(item.nameAndID)"
    }
  }
}

extension PlaylistPlan: CustomStringConvertible {
  /// The kind of the operation and its changes: `rename: updated Deep Focus (focus)`.
  public var description: String { "\(operation.kind.rawValue): \(changes.summary)" }
}

extension PodcastPlan: CustomStringConvertible {
  /// The kind of the operation and its changes: `tag: updated Night Sky Radio (night-sky) and 2 more`.
  public var description: String { "\(operation.kind.rawValue): \(changes.summary)" }
}

extension Array where Element: CustomStringConvertible {
  /// The first element and the number of the others.
  fileprivate var summary: String {
    guard let first else { return "no changes" }
    return count == 1 ? "\(first)" : "\(first) and \(count - 1) more"
  }
}
