import MixtapeModel
import MixtapeStore

extension StoreItem {
  /// The noun for the kind of item.
  var noun: String {
    switch self {
    case .playlist: "playlist"
    case .podcast: "podcast"
    }
  }

  /// The words before the name of a command for such items: none for playlists, `podcast ` for podcasts.
  var commandPrefix: String {
    switch self {
    case .playlist: ""
    case .podcast: "podcast "
    }
  }
}
