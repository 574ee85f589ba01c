/// A number as a rule writes it, with or without a unit.
///
/// The number is a `Double` that stands for the shortest decimal it is written with: `44.1` is 44.1, and not the sum of
/// powers of two next to it. So `44.1 kHz` is 44100 Hz to the last digit. A text with more digits than a `Double` tells
/// apart is no quantity.
public struct Quantity: Hashable, Sendable {
  /// The number in front of the unit; finite.
  public let number: Double
  /// The unit; `nil` means that of the field.
  public let unit: Unit?

  /// Makes a quantity, or `nil` of a number that is not finite.
  public init?(_ number: Double, _ unit: Unit? = nil) {
    guard number.isFinite else { return nil }
    self.number = number == 0 ? 0 : number
    self.unit = unit
  }

  /// The units of rules, by the names that rules write.
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

    /// The field that is measured in it.
    public var field: TrackField {
      switch self {
      case .seconds, .minutes, .hours: .duration
      case .kilobytes, .megabytes, .gigabytes: .fileSize
      case .kilobitsPerSecond: .bitrate
      case .hertz, .kilohertz: .sampleRate
      }
    }

    /// How many of the field's own unit it is: seconds, bytes, kilobits a second, hertz.
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

  /// The number in the field's own unit: seconds, bytes, kilobits a second, hertz, or none. It is the `Double` nearest to
  /// the exact product; infinite if that is larger than all of them.
  public var inFieldUnit: Double {
    guard let factor = unit?.factor, factor != 1 else { return number }
    return DecimalNumber(number).multiplied(by: factor)
  }

  /// Whether a field can be compared with it.
  public func fits(_ field: TrackField) -> Bool { unit.map { $0.field == field } ?? true }
}

extension Quantity: CustomStringConvertible {
  /// The quantity as rules write it: `0.5`, `44.1 kHz`.
  public var description: String {
    let digits = DecimalNumber(number).description
    return unit.map { "\(digits) \($0.rawValue)" } ?? digits
  }
}
