internal import LosslessTOML
public import MixtapeModel

/// The table `[downloads]` of `mixtape.toml`.
public struct DownloadSettings: Hashable, Sendable {
  /// The directory of downloads as it is in the file, which may start with `~/`; `nil` for the default.
  public var directory: String?
  /// The maximum size of all downloads in bytes.
  public var limit = Self.defaultLimit

  /// The new episodes that updates of feeds download; `nil` for none.
  public var new: NewEpisodes?
  /// The number of unplayed episodes of a podcast that Mixtape keeps of those that it downloaded by itself; `nil` for all.
  public var keep: Int?

  /// A choice of new episodes.
  public enum NewEpisodes: Hashable, Sendable {
    /// All new episodes.
    case all
    /// Those that fit a rule.
    case matching(WrittenRule)

    /// The rule; `nil` for all.
    public var rule: Rule? { if case .matching(let rule) = self { rule.rule } else { nil } }
  }

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
    reader.reportUnknownKeys(known: ["directory", "limit", "new", "keep"])
    settings.directory = reader.directory("directory")
    settings.new = reader.newEpisodes()
    settings.keep = reader.keptNumber()
    if settings.keep != nil, table.value.entry("new") == nil, let entry = table.value.entry("keep") {
      reader.report(.noEffect, at: entry.keyRange, severity: .warning, "`keep` has no effect without `new`")
    }
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

  /// Reads `new`: true, false or a rule.
  private mutating func newEpisodes() -> DownloadSettings.NewEpisodes? {
    guard let entry = table.entry("new") else { return nil }
    if let text = entry.value.string { return rule(text, in: entry.value).map(DownloadSettings.NewEpisodes.matching) }
    return value(entry, "true, false or a rule", { $0.boolean })?.value == true ? .all : nil
  }

  private mutating func keptNumber() -> Int? {
    guard let number = integer("keep") else { return nil }
    guard let count = Int(exactly: number.value), count > 0 else {
      report(.invalidValue, at: number.range, "`keep` must be 1 or more")
      return nil
    }
    return count
  }
}
