/// Suggestions for names that were not found, for "did you mean".
public enum NearestNames {
  /// Returns the candidates near to `name`, nearest first, at most `limit`.
  ///
  /// A candidate is near if its edit distance is at most a third of the name's length (at least 1), or if it contains the
  /// name. Quadratic in the lengths. Names of more than 200 characters are ignored.
  public static func of(_ name: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    guard let wanted = folded(name), !wanted.isEmpty else { return [] }
    let most = max(1, wanted.count / 3)
    var found: [(distance: Int, candidate: String)] = []
    for candidate in candidates where candidate != name {
      guard let other = folded(candidate) else { continue }
      if abs(other.count - wanted.count) <= most, case let distance = distance(wanted, other), distance <= most {
        found.append((distance, candidate))
      } else if wanted.count >= 3, other.contains(wanted) {
        found.append((most + 1, candidate))
      }
    }
    return found.sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }.prefix(limit).map(\.candidate)
  }

  /// Returns whether two names differ by one typing error: an extra, missing or wrong character, two exchanged ones, or
  /// capitals. Names of more than 200 characters are ignored.
  public static func differByOneTypo(_ left: String, _ right: String) -> Bool {
    guard left != right, let left = folded(left), let right = folded(right) else { return false }
    return abs(left.count - right.count) <= 1 && distance(left, right) <= 1
  }

  /// Returns the characters of a name in lower case; `nil` if it is too long to compare.
  private static func folded(_ name: String) -> [Character]? {
    let beginning = name.prefix(maximumLength + 1)
    return beginning.count > maximumLength ? nil : Array(beginning.lowercased())
  }

  private static let maximumLength = 200

  /// Returns the optimal string alignment distance: insertions, deletions, substitutions and exchanges of neighbours.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in right.indices {
        let substitution = last[j] + (left[i] == right[j] ? 0 : 1)
        var best = min(last[j + 1] + 1, row[j] + 1, substitution)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
