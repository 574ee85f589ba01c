internal import LosslessTOML
internal import MixtapeModel

/// The table `[downloads]` of `mixtape.toml`.
public struct DownloadSettings: Hashable, Sendable {
  /// The directory of downloads as it is in the file, which may start with `~/`; `nil` for the default.
  public var directory: String?
  /// The maximum size of all downloads in bytes.
  public var limit = Self.defaultLimit

  /// The default limit: 20 GB.
  public static let defaultLimit = 20_000_000_000

  /// Reads a size such as `20 GB`; `nil` for any other text.
  static func bytes(_ text: String) -> Int? {
    guard case .amount(let amount, let unit)? = PlaylistLimit(text) else { return nil }
    let factor: Double
    switch unit {
    case .kilobytes: factor = 1e3
    case .megabytes: factor = 1e6
    case .gigabytes: factor = 1e9
    case .seconds, .minutes, .hours, .percent: return nil
    }
    return Int(exactly: (amount * factor).rounded()) ?? .max
  }
}

extension TableReader {
  /// Reads the table `[downloads]`. Invalid settings have their defaults.
  mutating func downloads() -> DownloadSettings {
    var settings = DownloadSettings()
    guard let table = value("downloads", "a table", { $0.table }) else { return settings }
    var reader = TableReader(table.value)
    defer { append(reader.diagnostics) }
    reader.reportUnknownKeys(known: ["directory", "limit"])
    settings.directory = reader.directory("directory")
    if let text = reader.string("limit") {
      if let bytes = DownloadSettings.bytes(text.value) {
        settings.limit = bytes
      } else {
        reader.report(
          .invalidValue, at: text.range, "`limit` must be a size",
          notes: [Diagnostic.Note(message: "a size is in `KB`, `MB` or `GB`, such as \"20 GB\"", range: nil)])
      }
    }
    return settings
  }
}
