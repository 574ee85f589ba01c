internal import FileSystem

/// The id of a git object: the SHA-1 of its type, size and bytes.
///
/// The 20 bytes are stored inline, so that comparing and hashing ids needs no allocation.
public struct ObjectID: Hashable, Sendable {
  /// The number of bytes of an id.
  public static let byteCount = 20

  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Reads the id at the beginning of `bytes`, which has at least 20 bytes.
  init(_ bytes: RawSpan) {
    high = UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// Makes an id from its 20 bytes; `nil` for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(bytes.span.bytes)
  }

  /// The 20 bytes of the id.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    append(to: &bytes)
    return bytes
  }

  func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: (high.bigEndian, middle.bigEndian, low.bigEndian)) { bytes.append(contentsOf: $0) }
  }

  /// The first eight digits, for display. Not always unique in a repository.
  public var abbreviated: String { String(description.prefix(8)) }
}

extension ObjectID: LosslessStringConvertible {
  /// Parses exactly 40 hexadecimal digits of either case.
  public init?(_ hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 2 * Self.byteCount else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let upper = digits[index].hexadecimalValue, let lower = digits[index + 1].hexadecimalValue else {
        return nil
      }
      bytes.append(upper << 4 | lower)
    }
    self.init(bytes: bytes)
  }

  /// The 40 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var hex: [UInt8] = []
    hex.reserveCapacity(2 * Self.byteCount)
    for byte in bytes {
      hex.append(digits[Int(byte >> 4)])
      hex.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: hex, as: UTF8.self)
  }
}

/// The id of an object that is a commit.
public struct CommitID: RawRepresentable, Hashable, Sendable, LosslessStringConvertible {
  /// The id of the commit object.
  public let rawValue: ObjectID

  /// Makes the id of a commit from the id of its object.
  public init(rawValue: ObjectID) { self.rawValue = rawValue }

  /// Parses exactly 40 hexadecimal digits of either case.
  public init?(_ hex: String) {
    guard let id = ObjectID(hex) else { return nil }
    rawValue = id
  }

  /// The 40 lower-case hexadecimal digits.
  public var description: String { rawValue.description }

  /// The first eight digits, for display. Not always unique in a repository.
  public var abbreviated: String { rawValue.abbreviated }
}
