public import MixtapeModel

/// What happened to the files of a store, as those who watch it hear of it.
public enum StoreEvent: Sendable {
  /// A playlist came, changed, went to another folder, or is gone.
  ///
  /// What it is compared with is its last version without errors. The path is that of its file below the store's
  /// directory; of a playlist that is gone, the one it had.
  case playlist(PlaylistChange, path: String)
  /// A file changed, but no playlist: a podcast, an album, a template, `mixtape.toml`, or of a playlist's file what only
  /// people read.
  case file(HandEdit.Kind, path: String)
  /// A file has errors, or others than before. Until it is mended, its last version without errors stays the valid one.
  case invalid(FileReport)
  /// A file that had errors has none any more. What it says now follows as a change, if that is new.
  case mended(path: String)
  /// The store cannot be watched any longer. Nothing follows.
  case ended(MixtapeError)
}
