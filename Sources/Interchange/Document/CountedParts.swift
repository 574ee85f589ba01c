internal import MixtapeModel

/// The parts of a file that Mixtape cannot keep, by name: a loss for each name instead of one for each line.
struct CountedParts {
  private var counts: [String: Int] = [:]
  /// The number of parts whose names are not kept.
  private var others = 0

  /// The maximum number of names.
  private static let maximum = 100

  /// Adds a part.
  mutating func add(_ name: String) {
    if counts[name] != nil || counts.count < Self.maximum { counts[name, default: 0] += 1 } else { others += 1 }
  }

  /// Returns the losses in order of names: `comments in 2 lines`.
  ///
  /// - Parameter place: What has such a part, such as `line`.
  func losses(of playlist: String?, in place: String) -> [Loss] {
    let named = counts.sorted { $0.key < $1.key } + (others > 0 ? [(key: "other parts", value: others)] : [])
    return named.map { name, count in
      Loss(.element("\(name) in \(counted(count, place))"), of: playlist, Loss.noKey)
    }
  }
}
