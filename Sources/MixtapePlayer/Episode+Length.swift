internal import MixtapeModel

extension Episode {
  /// How long it plays, if it says so, to the millisecond; a library may say anything, and no more than thirty years are
  /// believed.
  var length: Duration? { duration.map { .milliseconds(Int64((min($0, 1e9) * 1000).rounded())) } }
}
