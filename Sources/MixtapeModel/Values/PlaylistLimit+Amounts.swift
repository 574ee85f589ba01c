extension PlaylistLimit {
  /// The field that the limit adds up, and how much of it there may be, in seconds or bytes; `nil` of a limit that is told by
  /// the number of episodes.
  public var total: (field: TrackField, amount: Double)? {
    guard case .amount(let amount, let unit) = self, let unit = Quantity.Unit(rawValue: unit.rawValue) else {
      return nil
    }
    return Quantity(amount, unit).map { (unit.field, $0.inFieldUnit) }
  }

  /// How many of so many episodes may be taken; `nil` of a limit of time or size. A percentage is that of the decimal number
  /// that was written, rounded down.
  public func items(of count: Int) -> Int? {
    switch self {
    case .items(let most): min(most, count)
    case .amount(let percent, .percent): Int(DecimalNumber(percent).multiplied(by: count) / 100)
    case .amount: nil
    }
  }
}
