internal import MixtapeModel

extension Episode {
  /// The playing time in the library, to the millisecond. Values above 1,000,000,000 seconds count as that.
  var length: Duration? { duration.map { .milliseconds(Int64((min($0, 1e9) * 1000).rounded())) } }
}
