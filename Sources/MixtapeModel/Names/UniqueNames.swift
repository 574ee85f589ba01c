/// Names that are in use, to which new ones are added: `-2`, `-3`… is appended to a name that is taken.
public struct UniqueNames: Sendable {
  private var taken: Set<String>
  private var lastSuffixes: [String: Int] = [:]

  /// Makes a set of names that are taken.
  public init(taken: Set<String> = []) { self.taken = taken }

  /// Returns whether a name is taken.
  public func contains(_ name: String) -> Bool { taken.contains(name) }

  /// Adds a name as it is.
  ///
  /// - Returns: Whether it was free.
  @discardableResult
  public mutating func insert(_ name: String) -> Bool { taken.insert(name).inserted }

  /// Adds a name, with the first free suffix if it is taken.
  ///
  /// - Returns: The added name, of at most ``NameRules/maximumLength`` bytes.
  /// - Complexity: O(1) on average, also for many equal names.
  public mutating func add(_ name: String) -> String {
    guard !taken.insert(name).inserted else { return name }
    var suffix = lastSuffixes[name] ?? 1
    var candidate: String
    repeat {
      suffix += 1
      candidate = Self.cut(name, with: "-\(suffix)")
    } while !taken.insert(candidate).inserted
    lastSuffixes[name] = suffix
    return candidate
  }

  private static func cut(_ name: String, with suffix: String) -> String {
    var stem = name
    while stem.utf8.count + suffix.utf8.count > NameRules.maximumLength { stem.removeLast() }
    return stem + suffix
  }
}
