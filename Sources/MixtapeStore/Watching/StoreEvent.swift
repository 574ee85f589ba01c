public import MixtapeModel

/// An event in the files of a store.
public enum StoreEvent: Sendable {
  /// A playlist was created, changed, moved to another folder or deleted.
  ///
  /// The change is relative to its last version without errors. The path is that of its file below the store's
  /// directory; for a deleted playlist, its last path.
  case playlist(PlaylistChange, path: String)
  /// The file of a playlist was renamed, and perhaps edited, so that the playlist has another id now. The path is that of the
  /// present file.
  case renamed(from: Playlist, to: Playlist, path: String)
  /// A podcast or an album was changed, moved to another folder, or renamed, so that it has another id now. The difference is
  /// relative to its last version without errors.
  case podcast(PodcastDifference, HandEdit.Kind, path: String)
  /// Another file changed: a podcast or an album that was created or deleted, a template or `mixtape.toml`; or in the file of a
  /// playlist or a podcast, only text that is not part of it.
  case file(HandEdit.Kind, path: String)
  /// The episodes of a smart playlist changed, because the library, its own file, another playlist or the time
  /// changed. This event comes after those of the files.
  case contents(ContentsChange)
  /// The rules of a smart playlist cannot be evaluated any more. It keeps its last episodes until they can.
  case contentsUnknown(Playlist.ID, MixtapeError)
  /// A file has errors, or other errors than before. Its last version without errors stays valid until they are
  /// corrected.
  case invalid(FileReport)
  /// The errors of a file were corrected. A change follows if its content is new.
  case fixed(path: String)
  /// The store cannot be watched any longer. This is the last event.
  case ended(MixtapeError)
}

extension StoreEvent: CustomStringConvertible {
  /// The event in one line: `playlists/focus.toml: updated Focus (focus)`, `library/night-sky.toml: edited`.
  public var description: String {
    switch self {
    case .playlist(let change, let path): "\(path): \(change)"
    case .renamed(let old, _, let path): "\(path): renamed from \(old.id)"
    case .podcast(_, let kind, let path), .file(let kind, let path): "\(path): \(kind.rawValue)"
    case .contents(let change):
      "contents of \(change.playlist): \(counted(change.after.count, "episode")), previously \(change.before.count)"
    case .contentsUnknown(let id, let error): "contents of \(id): \(error)"
    case .invalid(let report): "\(InvalidFiles(reports: [report]))"
    case .fixed(let path): "\(path): errors corrected"
    case .ended(let error): "ended: \(error)"
    }
  }
}

/// The previous and the new episodes of a smart playlist: hand-picked ones that the library has, and those that its
/// rules find.
public struct ContentsChange: Hashable, Sendable {
  /// The playlist.
  public let playlist: Playlist.ID
  /// The previous episodes, in order.
  public let before: [Episode.ID]
  /// The new episodes, in order.
  public let after: [Episode.ID]
  /// Whether the present time can be the cause: an hour or a minute has ended on which the rules depend.
  public let isByTime: Bool

  /// Makes a change.
  public init(_ playlist: Playlist.ID, from before: [Episode.ID], to after: [Episode.ID], isByTime: Bool = false) {
    self.playlist = playlist
    self.before = before
    self.after = after
    self.isByTime = isByTime
  }
}
