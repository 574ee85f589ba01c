internal import MixtapeModel

/// What is left of a limit of time or size while episodes are taken.
struct LimitBudget {
  private let most: Double
  private var used = 0.0

  /// `nil` of limits that count episodes.
  init?(_ limit: PlaylistLimit) {
    guard let total = limit.total else { return nil }
    // Adding up fractions of a second rounds: three times 0.1 is a little more than 0.3.
    most = total.amount * (1 + 1e-12)
  }

  /// Takes an amount, if that does not go over the limit.
  mutating func take(_ amount: Double) -> Bool {
    used += amount
    return used <= most
  }
}
