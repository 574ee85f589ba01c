import MixtapePlayer

extension ErrorPresenter {
  /// Why something cannot be played.
  static func wording(of error: MusicServiceError) -> String {
    switch error {
    case .unavailable(let reason): "the player is not available: \(reason)"
    case .denied: "the player may not be used"
    case .notPlayable(let reason): reason
    }
  }
}
