extension PlaylistLimit {
  /// The field that the limit adds up, and its maximum in seconds or bytes; `nil` for a limit by number or percentage.
  public var total: (field: RuleField, amount: Double)? {
    guard case .amount(let amount, let unit) = self, let unit = Quantity.Unit(rawValue: unit.rawValue) else {
      return nil
    }
    return Quantity(amount, unit).map { (unit.field, $0.inFieldUnit) }
  }

  /// Returns the number of episodes that the limit takes of `count`; `nil` for a limit of time or size.
  ///
  /// A percentage is computed from the decimal number as it is written, and rounded down.
  public func items(of count: Int) -> Int? {
    switch self {
    case .items(let most): min(most, count)
    case .amount(let percent, .percent): Int(DecimalNumber(percent).multiplied(by: count) / 100)
    case .amount: nil
    }
  }
}
