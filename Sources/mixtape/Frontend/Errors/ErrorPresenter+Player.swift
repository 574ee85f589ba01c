import MixtapePlayer

extension ErrorPresenter {
  /// Why something cannot be played.
  static func wording(of error: MusicServiceError) -> String {
    switch error {
    case .unavailable(let reason): reason
    case .denied: "permission to play was denied"
    case .notPlayable(let reason): reason
    }
  }
}
