internal import MixtapeModel

/// NSP: the smart playlists of Navidrome, as JSON. They have rules and no entries.
public struct NSPFormat: InterchangeFormat {
  init() {}

  /// The name on the command line.
  public var name: String { "nsp" }
  /// The name in sentences.
  public var title: String { "NSP" }
  /// The extensions of its files.
  public var fileExtensions: [String] { ["nsp"] }

  /// The aspects of playlists that the format has.
  public var capabilities: Capabilities {
    Capabilities([
      .key(.name): .full,
      .key(.description): .full,
      .key(.conditions): .partial("without `matches` and `in playlist`"),
      .key(.match): .full,
      .key(.sort): .full,
      .key(.limit): .partial("a number, or percent"),
    ])
  }

  /// Returns whether the content begins like an NSP file.
  public func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text.trimmed
    guard text.hasPrefix("{") || text.hasPrefix("/"), let keys = JSONMembers.keys(in: text) else {
      return text.hasPrefix("/") ? .possible : .no
    }
    return keys.isDisjoint(with: ["all", "any"]) || keys.contains("playlist") ? .no : .certain
  }

  /// Reads a file.
  public func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = NSPComments.removed(from: TextDecoding.source(of: bytes).bytes)
    do throws(JSONReader.Failure) {
      let root = try JSONReader.read(source)
      guard root.object != nil else { return .refused("this is not NSP: the file is not an object") }
      var reader = NSPReader(source)
      return reader.read(root)
    } catch {
      return InterchangeReading(diagnostics: [InterchangeDiagnostic(.error, error.message, at: error.offset, in: bytes)]
      )
    }
  }

  /// Writes the rules of a document's first playlist.
  public func write(_ document: InterchangeDocument) -> [UInt8] {
    var writer = NSPWriter(label: nil)
    return JSONWriter.document(writer.node(document.playlists.first ?? InterchangePlaylist()))
  }

  /// Returns the rules, orders and limits that NSP cannot express.
  public func particularLosses(of playlist: InterchangePlaylist) -> [Loss] {
    var writer = NSPWriter(label: playlist.label)
    _ = writer.node(playlist)
    return writer.losses
  }
}

/// Comments in NSP files. Navidrome removes them before it reads JSON.
private enum NSPComments {
  /// Replaces comments with spaces, which keeps offsets.
  static func removed(from source: [UInt8]) -> [UInt8] {
    guard source.contains(UInt8(ascii: "/")) else { return source }
    var result = source
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\""): index = endOfString(source, index)
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "/"):
        while index < source.count, source[index] != 0x0A {
          result[index] = 0x20
          index += 1
        }
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "*"):
        let end = endOfComment(source, index + 2)
        for offset in index..<end where result[offset] != 0x0A { result[offset] = 0x20 }
        index = end
      default: index += 1
      }
    }
    return result
  }

  private static func endOfString(_ source: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < source.count, source[index] != UInt8(ascii: "\""), source[index] != 0x0A {
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, source.count)
  }

  private static func endOfComment(_ source: [UInt8], _ start: Int) -> Int {
    var index = start
    while index + 1 < source.count {
      if source[index] == UInt8(ascii: "*"), source[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return source.count
  }
}
