public import MixtapeModel

/// The episodes that a smart playlist had and has: the hand-picked ones that the library has, and those that its rules find.
public struct ContentsChange: Hashable, Sendable {
  /// The playlist.
  public let playlist: Playlist.ID
  /// The episodes it had, in order.
  public let before: [Episode.ID]
  /// The episodes it has, in order.
  public let after: [Episode.ID]

  /// Makes a change.
  public init(_ playlist: Playlist.ID, from before: [Episode.ID], to after: [Episode.ID]) {
    self.playlist = playlist
    self.before = before
    self.after = after
  }
}

/// An event in the files of a store.
public enum StoreEvent: Sendable {
  /// A playlist came, changed, went to another folder, or is gone.
  ///
  /// What it is compared with is its last version without errors. The path is that of its file below the store's
  /// directory; of a playlist that is gone, the one it had.
  case playlist(PlaylistChange, path: String)
  /// A file changed, but no playlist: a podcast, an album, a template, `mixtape.toml`, or of a playlist's file what only
  /// people read.
  case file(HandEdit.Kind, path: String)
  /// A smart playlist has other episodes now: because the library, its own file or another playlist changed, or because time
  /// went by. It follows what changed in files.
  case contents(ContentsChange)
  /// The rules of a smart playlist cannot be run any more; what it had last is what it has until they can.
  case contentsUnknown(Playlist.ID, MixtapeError)
  /// A file has errors, or others than before. Until it is mended, its last version without errors stays the valid one.
  case invalid(FileReport)
  /// A file that had errors has none any more. A change follows if its content is new.
  case mended(path: String)
  /// The store cannot be watched any longer. Nothing follows.
  case ended(MixtapeError)
}
