public import MixtapeModel

/// A finding in a file of another program, with its place.
public struct InterchangeDiagnostic: Hashable, Sendable {
  /// The severities of findings.
  public enum Severity: String, Hashable, Sendable {
    /// The file cannot be read.
    case error
    /// A part of the file is ignored or uncertain.
    case warning
  }

  /// The severity.
  public let severity: Severity
  /// The message, without a full stop.
  public let message: String
  /// The line, counted from 1; 0 for the whole file.
  public let line: Int
  /// The column in bytes, counted from 1.
  public let column: Int
  /// Whether a part of the file is lost.
  public let isLoss: Bool

  /// Makes a finding.
  public init(_ severity: Severity, _ message: String, line: Int = 0, column: Int = 1, isLoss: Bool = false) {
    self.isLoss = isLoss
    self.severity = severity
    self.message = message
    self.line = line
    self.column = column
  }

  /// Makes the finding of the first line that is not UTF-8.
  ///
  /// - Parameter declared: The encoding that the file declares.
  static func legacyLine(_ line: Int, declared: String? = nil) -> InterchangeDiagnostic {
    let isOther = declared.map { !legacyEncodings.contains($0.lowercased()) } ?? false
    return InterchangeDiagnostic(
      .warning,
      "this line is not UTF-8; such lines are read as Windows-1252"
        + (isOther ? ", and the declared encoding \(declared ?? "") is not supported" : ""),
      line: line, isLoss: isOther)
  }

  /// The names of encodings that are read as Windows-1252. Many programs declare UTF-8 and write another encoding.
  private static let legacyEncodings: Set<String> = [
    "windows-1252", "cp1252", "ansi", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "us-ascii", "ascii", "utf-8",
    "utf8",
  ]

  /// Makes a finding at an offset of a source.
  init(_ severity: Severity, _ message: String, at offset: Int, in source: [UInt8], isLoss: Bool = false) {
    let before = source.prefix(max(0, min(offset, source.count)))
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(
      severity, message, line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1,
      isLoss: isLoss)
  }
}

/// The result of reading a file of another program.
public struct InterchangeReading: Hashable, Sendable {
  /// The content; `nil` if the file cannot be read.
  public var document: InterchangeDocument?
  /// The findings, in order; at most ``maximumDiagnostics``.
  public private(set) var diagnostics: [InterchangeDiagnostic] = []
  /// The parts of the file that Mixtape cannot keep.
  public var losses: [Loss] = []
  /// Whether the file is the feed of a podcast, which is not a list.
  public private(set) var isOfPodcast = false

  /// The maximum number of findings.
  public static let maximumDiagnostics = 100

  /// Makes a result.
  public init(document: InterchangeDocument? = nil, diagnostics: [InterchangeDiagnostic] = []) {
    self.document = document
    self.diagnostics = diagnostics
  }

  /// Makes the result for a file that cannot be read.
  static func refused(_ message: String, line: Int = 0, column: Int = 1) -> InterchangeReading {
    InterchangeReading(diagnostics: [InterchangeDiagnostic(.error, message, line: line, column: column)])
  }

  /// Makes the result for the feed of a podcast.
  static var refusedPodcast: InterchangeReading {
    var reading = refused("this is the feed of a podcast, not a list")
    reading.isOfPodcast = true
    return reading
  }

  /// Adds a finding, unless the maximum is reached. An error then takes the place of the last finding.
  mutating func report(_ diagnostic: InterchangeDiagnostic) {
    if diagnostics.count < Self.maximumDiagnostics {
      diagnostics.append(diagnostic)
    } else if diagnostic.severity == .error {
      diagnostics[Self.maximumDiagnostics - 1] = diagnostic
    }
  }
}

/// A part of a playlist that is lost in a conversion between formats.
public struct Loss: Hashable, Sendable {
  /// The kinds of parts.
  public enum Part: Hashable, Sendable {
    /// A key of the playlist file.
    case key(PlaylistKey)
    /// A rule, as written.
    case rule(String)
    /// An entry, by its id or its name.
    case entry(String)
    /// The id of the playlist.
    case id
    /// The folder of the playlist.
    case folder
    /// A part of the other format, by its name there.
    case element(String)
  }

  /// The id or the name of the playlist; `nil` for the whole file.
  public let playlist: String?
  /// The part.
  public let part: Part
  /// The reason, as a clause.
  public let reason: String
  /// The change of what the playlist finds; `nil` for other parts than rules, and if no rule is left.
  public let effect: LostRule.Effect?

  /// The reason for the loss of a part that playlist files do not have.
  static let noKey = "playlist files have no key for it"

  /// Makes a loss.
  public init(_ part: Part, of playlist: String?, _ reason: String) {
    self.init(part, of: playlist, reason, effect: nil)
  }

  /// Makes the loss of a rule.
  init(_ rule: LostRule, of playlist: String?) {
    self.init(.rule(rule.text), of: playlist, rule.reason, effect: rule.effect)
  }

  private init(_ part: Part, of playlist: String?, _ reason: String, effect: LostRule.Effect?) {
    self.playlist = playlist
    self.part = part
    self.reason = reason
    self.effect = effect
  }

  /// The name of the part for people.
  public var name: String {
    switch part {
    case .key(let key): key.rawValue
    case .rule(let text): "rule \(text)"
    case .entry(let name): "entry \(name)"
    case .id: "id"
    case .folder: "folder"
    case .element(let name): name
    }
  }

  /// The kind of the part, as a stable name.
  public var kind: String {
    switch part {
    case .key: "key"
    case .rule: "rule"
    case .entry: "entry"
    case .id: "id"
    case .folder: "folder"
    case .element: "element"
    }
  }
}

/// The parts of a file that Mixtape cannot keep, by name: a loss for each name instead of one for each line.
struct CountedParts {
  private var counts: [String: Int] = [:]
  /// The number of parts whose names are not kept.
  private var others = 0

  /// The maximum number of names.
  private static let maximum = 100

  /// Adds a part.
  mutating func add(_ name: String) {
    if counts[name] != nil || counts.count < Self.maximum { counts[name, default: 0] += 1 } else { others += 1 }
  }

  /// Returns the losses in order of names: `comments in 2 lines`.
  ///
  /// - Parameter place: What has such a part, such as `line`.
  func losses(of playlist: String?, in place: String) -> [Loss] {
    let named = counts.sorted { $0.key < $1.key } + (others > 0 ? [(key: "other parts", value: others)] : [])
    return named.map { name, count in
      Loss(.element("\(name) in \(counted(count, place))"), of: playlist, Loss.noKey)
    }
  }
}
