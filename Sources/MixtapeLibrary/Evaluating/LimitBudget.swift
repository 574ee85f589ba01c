internal import MixtapeModel

/// The remaining amount of a limit of time or size, while episodes are taken.
struct LimitBudget {
  private let most: Double
  private var used = 0.0

  /// Makes the budget of a limit; `nil` for a number or a percentage of episodes.
  init?(_ limit: PlaylistLimit) {
    guard let total = limit.total else { return nil }
    // A sum of fractions has rounding errors: three times 0.1 is slightly more than 0.3.
    most = total.amount * (1 + 1e-12)
  }

  /// Takes an amount, and returns whether it is within the limit.
  mutating func take(_ amount: Double) -> Bool {
    used += amount
    return used <= most
  }
}
