internal import FeedFetching
internal import FileSystem

/// The content of the file that marks a download: the origin of a partial file, to continue it, and who made it.
struct DownloadMark: Equatable {
  /// The digest of the address. The address itself may contain a password.
  let origin: String
  /// The validators of the response.
  let validators: FeedValidators
  /// The length of the whole file, if the server stated it.
  let length: Int?
  /// Whether Mixtape made the download by itself, so that it may also remove it.
  var isAutomatic = false

  private static let firstLine = "mixtape download 1"

  /// The last line of a download that Mixtape made by itself.
  private static let automatic = "automatic"

  /// The maximum size of a mark in bytes.
  static let maximumSize = 4096

  init(address: String, validators: FeedValidators, length: Int?, isAutomatic: Bool = false) {
    origin = Self.origin(of: address)
    self.validators = validators
    self.length = length
    self.isAutomatic = isAutomatic
  }

  /// Reads the content of a file; `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 6, lines[0] == Self.firstLine, [[""], [Self.automatic, ""]].contains(Array(lines[5...])) else {
      return nil
    }
    isAutomatic = lines.count > 6
    origin = lines[1]
    validators = FeedValidators(
      entityTag: lines[2].isEmpty ? nil : lines[2], lastModified: lines[3].isEmpty ? nil : lines[3])
    length = Int(lines[4])
  }

  /// The content of the file.
  var bytes: [UInt8] {
    let lines = [
      Self.firstLine, origin, validators.entityTag ?? "", validators.lastModified ?? "", length.map(String.init) ?? "",
    ]
    let all = isAutomatic ? lines + [Self.automatic] : lines
    return Array(all.map { "\($0)\n" }.joined().utf8)
  }

  /// Returns whether the partial file comes from an address.
  func isOf(_ address: String) -> Bool { origin == Self.origin(of: address) }

  private static func origin(of address: String) -> String { ContentDigest.text(of: Array(address.utf8)) }
}
