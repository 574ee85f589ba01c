import ArgumentParser

/// A word of a list of playlists that ends with words of another kind, as in `mixtape move ID… FOLDER`.
///
/// The parser takes all words of such a list as one array, so the command takes the last words off.
struct PlaylistsArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.playlists($1) + $0.folders($1) } }
}
