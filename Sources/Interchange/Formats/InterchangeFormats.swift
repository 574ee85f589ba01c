internal import MixtapeModel

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

/// A playlist format of other programs.
public protocol InterchangeFormat: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// The name in sentences.
  var title: String { get }
  /// The extensions of its files in lower case, without a dot; the first one is that of new files.
  var fileExtensions: [String] { get }
  /// The supported aspects. They determine the reports of losses and the table of formats.
  var capabilities: Capabilities { get }
  /// The form of local files.
  var locationStyle: LocationStyle { get }
  /// Whether addresses are written without the user names and passwords in them, because everybody may read the files.
  var hidesCredentials: Bool { get }

  /// Returns the degree to which content looks like this format.
  ///
  /// - Parameter start: The beginning of the file in UTF-8, at most ``InterchangeFormats/sampleSize`` bytes.
  func recognizes(_ start: FormatSample) -> Recognition

  /// Reads a file, and reports errors as diagnostics.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func read(_ bytes: [UInt8]) -> InterchangeReading

  /// Writes a document, without unsupported parts. ``losses(of:)`` lists them. Called only if ``Capabilities/canWrite``.
  func write(_ document: InterchangeDocument) -> [UInt8]

  /// Returns losses that do not follow from the capabilities, such as rules that the format cannot express.
  func particularLosses(of playlist: InterchangePlaylist) -> [Loss]
}

/// The degree to which content looks like a format.
public enum Recognition: Int, Comparable, Sendable {
  /// The content is not in this format.
  case no
  /// The content may be in this format.
  case possible
  /// The content is in this format.
  case certain

  /// Compares the degrees.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The beginning of a file, to recognize its format.
public struct FormatSample: Sendable {
  /// The text, in lower case.
  let text: String

  init(_ bytes: [UInt8], size: Int) {
    text = String(decoding: TextDecoding.source(of: Array(bytes.prefix(size))), as: UTF8.self).lowercased()
  }
}

extension InterchangeFormat {
  /// Paths.
  public var locationStyle: LocationStyle { .path }

  /// `false`: the files are the user's own.
  public var hidesCredentials: Bool { false }

  /// Returns no bytes, for a format that Mixtape does not write.
  public func write(_ document: InterchangeDocument) -> [UInt8] { [] }

  /// Returns no particular losses.
  public func particularLosses(of playlist: InterchangePlaylist) -> [Loss] { [] }
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

/// The mark in files that Mixtape keeps up to date and overwrites.
public enum ExportMark {
  private static let m3u = "# Kept up to date by Mixtape. Changes here are overwritten."
  private static let xml = "<!-- Kept up to date by Mixtape. Changes here are overwritten. -->"

  /// Adds the mark after the first line of a file.
  public static func added(to bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return bytes }
    let mark = bytes.first == UInt8(ascii: "<") ? xml : m3u
    return Array(bytes[...end]) + mark.utf8 + bytes[end...]
  }

  /// Returns whether a line of M3U is the mark.
  static func isMark(_ line: some Sequence<UInt8>) -> Bool { line.elementsEqual(m3u.utf8) }

  /// Returns whether a file has the mark.
  public static func isPresent(in bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(1024).split(separator: 0x0A, maxSplits: 2)
    return lines.dropFirst().first.map { $0.elementsEqual(m3u.utf8) || $0.elementsEqual(xml.utf8) } ?? false
  }
}
