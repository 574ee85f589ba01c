internal import MixtapeModel

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
