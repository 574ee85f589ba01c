/// What makes the sound, by the names that the command line uses.
enum PlayerServiceName: String, CaseIterable, Sendable {
  case mpv
  /// Nothing is heard; time goes by all the same.
  case simulator
}
