/// A number in a rule, with or without a unit.
///
/// The number is a `Double` that stands for its shortest decimal: `44.1` is exactly 44.1 rather than the nearest sum of
/// powers of two. So `44.1 kHz` is exactly 44100 Hz. A number with more digits than a `Double` can distinguish is
/// invalid.
public struct Quantity: Hashable, Sendable {
  /// The number before the unit. It is finite.
  public let number: Double
  /// The unit; `nil` means that of the field.
  public let unit: Unit?

  /// Makes a quantity; `nil` if the number is not finite.
  public init?(_ number: Double, _ unit: Unit? = nil) {
    guard number.isFinite else { return nil }
    self.number = number == 0 ? 0 : number
    self.unit = unit
  }

  /// Makes a quantity of a whole number, which is always finite.
  public init(_ number: Int, _ unit: Unit? = nil) {
    self.number = Double(number)
    self.unit = unit
  }

  /// The units, by their names in rules.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case seconds = "s"
    case minutes = "min"
    case hours = "h"
    case kilobytes = "KB"
    case megabytes = "MB"
    case gigabytes = "GB"
    case kilobitsPerSecond = "kbps"
    case hertz = "Hz"
    case kilohertz = "kHz"

    /// The main field with values in this unit.
    public var field: RuleField {
      switch self {
      case .seconds, .minutes, .hours: .duration
      case .kilobytes, .megabytes, .gigabytes: .fileSize
      case .kilobitsPerSecond: .bitrate
      case .hertz, .kilohertz: .sampleRate
      }
    }

    /// The size of the unit in the unit of the field: seconds, bytes, kilobits per second or hertz.
    public var factor: Int {
      switch self {
      case .seconds, .kilobitsPerSecond, .hertz: 1
      case .minutes: 60
      case .hours: 3_600
      case .kilobytes, .kilohertz: 1_000
      case .megabytes: 1_000_000
      case .gigabytes: 1_000_000_000
      }
    }
  }

  /// The number in the unit of the field: seconds, bytes, kilobits per second, hertz, or none. It is the `Double`
  /// nearest to the exact product, or infinite if that is too large.
  public var inFieldUnit: Double {
    guard let factor = unit?.factor, factor != 1 else { return number }
    return DecimalNumber(number).multiplied(by: factor)
  }

  /// Returns whether a field can be compared with the quantity.
  public func fits(_ field: RuleField) -> Bool { unit.map { $0.field == field.unitField } ?? true }
}

extension Quantity: CustomStringConvertible {
  /// The quantity as it is written in rules: `0.5`, `44.1 kHz`.
  public var description: String {
    let digits = DecimalNumber(number).description
    return unit.map { "\(digits) \($0.rawValue)" } ?? digits
  }
}
