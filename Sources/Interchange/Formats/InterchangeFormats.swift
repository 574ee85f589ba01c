internal import JSON

/// The formats that Mixtape reads and writes.
public enum InterchangeFormats {
  /// All formats, in the order of the table of formats.
  public static let all: [any InterchangeFormat] = [
    M3UFormat(isUTF8: true), M3UFormat(isUTF8: false), PLSFormat(), XSPFFormat(), JSPFFormat(),
    PodcastListFormat(), NSPFormat(), ITunesFormat(), WPLFormat(), RhythmboxFormat(),
    PlaylistFeedFormat(),
  ]

  /// The number of bytes that are used to recognize a format.
  public static let sampleSize = 4096

  /// Returns the format with a name; `nil` if the name is unknown.
  public static func named(_ name: String) -> (any InterchangeFormat)? { all.first { $0.name == name.lowercased() } }

  /// Returns the format with a file extension; `nil` if the extension is unknown.
  ///
  /// - Parameter toWrite: Whether to look among the formats that Mixtape writes, and not among those that it reads.
  public static func withExtension(_ fileExtension: String, toWrite: Bool = false) -> (any InterchangeFormat)? {
    all.first { format in
      (toWrite ? format.capabilities.canWrite : format.capabilities.canRead)
        && format.fileExtensions.contains(fileExtension.lowercased())
    }
  }

  /// Returns what a file of a format that Mixtape does not read is, with an article; `nil` for other extensions.
  public static func unsupported(withExtension fileExtension: String) -> String? {
    switch fileExtension.lowercased() {
    case "cue": "a cue sheet"
    case "zpl": "a list of Zune"
    case "asx", "wax", "wvx": "an ASX list"
    default: nil
    }
  }

  /// Returns the format of a file, from its content or else its name; `nil` if it is unknown.
  public static func format(of bytes: [UInt8], name: String?) -> (any InterchangeFormat)? {
    let sample = FormatSample(bytes, size: sampleSize)
    let byName = name.flatMap(fileExtension).flatMap { withExtension($0) }
    if let byName, byName.recognizes(sample) > .no { return byName }
    if let certain = all.first(where: { $0.recognizes(sample) == .certain }) { return certain }
    return byName ?? (name.flatMap(fileExtension) == nil ? all.first { $0.recognizes(sample) == .possible } : nil)
  }

  /// Returns the extension of a file name; `nil` if there is none.
  public static func fileExtension(of name: String) -> String? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let result = name[name.utf8.index(after: dot)...]
    return result.isEmpty || result.contains("/") ? nil : String(result)
  }
}

/// The kinds of documents that servers send instead of a playlist, for example with an error.
enum DocumentKind {
  /// Returns the name of a kind, with an article if it has one; `nil` for a playlist.
  static func name(of bytes: [UInt8]) -> String? {
    switch bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "<"): return "a web page or an XML document"
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      do throws(JSONReader.Failure) {
        _ = try JSONReader.read(bytes, decodingStringsBy: TextDecoding.line)
        return "JSON"
      } catch {
        // The path of a file, and the header of a section, can begin with a bracket.
        return nil
      }
    default: return nil
    }
  }
}
