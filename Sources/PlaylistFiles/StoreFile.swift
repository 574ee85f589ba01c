public import LosslessTOML
public import MixtapeModel

/// The file `mixtape.toml`, which marks a directory as a store.
public struct StoreFile: Sendable {
  /// The format that this version reads and writes.
  public static let currentFormat: Int64 = 1
  /// The name of the file.
  public static let name = "mixtape.toml"

  /// The format in the file; `nil` if it is missing or invalid.
  public let format: Int64?
  /// The default shuffle of playlists: `shuffle` of the table `[player]`, if set.
  public let shuffle: ShuffleAlgorithm?
  /// The diagnostics, in source order.
  public let diagnostics: [Diagnostic]
  /// The settings of the snapshot for other programs; `nil` for none.
  public let snapshot: SnapshotSettings?
  /// The places of the exported playlists.
  public let exports: [ExportSettings]
  /// The settings of downloads.
  public let downloads: DownloadSettings

  /// Reads the file.
  public init(parsing source: [UInt8]) {
    let document = TOMLDocument(parsing: source)
    var reader = TableReader(document.root)
    reader.reportUnknownKeys(known: Self.keys)
    reader.checkExtra()
    snapshot = reader.snapshot()
    exports = reader.exports()
    downloads = reader.downloads()
    let format = reader.integer("format")
    self.format = format?.value
    if let format {
      if format.value != Self.currentFormat {
        reader.report(
          .unknownFormat, at: format.range,
          "this store has format \(format.value); this version of Mixtape supports format \(Self.currentFormat)")
      }
    } else if document.root["format"] == nil {
      reader.report(.missingKey, at: SourceRange(0..<0), "`format` is missing; write `format = \(Self.currentFormat)`")
    }
    shuffle = Self.readPlayer(&reader)
    diagnostics = Diagnostic.all(of: document, reader.diagnostics)
  }

  /// The keys of the file, and those of its table `[player]`.
  static let (keys, playerKeys) = (["format", "player", "snapshot", "export", "downloads", "extra"], ["shuffle"])

  private static func readPlayer(_ reader: inout TableReader) -> ShuffleAlgorithm? {
    guard let table = reader.value("player", "a table", { $0.table }) else { return nil }
    var player = TableReader(table.value)
    player.reportUnknownKeys(known: playerKeys)
    defer { reader.append(player.diagnostics) }
    return player.choice("shuffle", of: ShuffleAlgorithm.self)
  }

  /// The file of a new store.
  public static let initialSource = Array("# This directory is a Mixtape store.\nformat = \(currentFormat)\n".utf8)
}
