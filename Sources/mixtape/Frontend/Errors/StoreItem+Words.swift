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

  /// The command that shows the item.
  var showCommand: String {
    switch self {
    case .playlist(let id): "mixtape show \(id)"
    case .podcast(let id): "mixtape podcast show \(id)"
    }
  }
}
