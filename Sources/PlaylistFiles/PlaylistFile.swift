public import LosslessTOML
public import MixtapeModel

/// A playlist file: its bytes, its playlist and its diagnostics.
public struct PlaylistFile: Sendable {
  /// The id, from the file's name.
  public let id: Playlist.ID
  /// The folder, from the file's directory.
  public let folder: Folder
  /// The lossless document.
  public let document: TOMLDocument
  /// The diagnostics, in source order.
  public let diagnostics: [Diagnostic]
  /// The playlist; `nil` if the file has errors.
  public let playlist: Playlist?
  /// The bytes of each of the playlist's episodes, for diagnostics about them.
  public let episodeRanges: [SourceRange]
  /// The episodes in the places of missing entries, by their offsets, that the next change writes.
  var resolutions: [Int: Resolution] = [:]

  /// Reads a file. Linear in its size. Errors become ``diagnostics``.
  public init(parsing source: [UInt8], id: Playlist.ID, folder: Folder = .top) {
    self.init(document: TOMLDocument(parsing: source), id: id, folder: folder)
  }

  init(document: TOMLDocument, id: Playlist.ID, folder: Folder) {
    var reader = PlaylistReader(document.root, id: id, folder: folder)
    let playlist = reader.read()
    self.id = id
    self.folder = folder
    self.document = document
    self.diagnostics = Diagnostic.all(of: document, reader.diagnostics)
    self.playlist = self.diagnostics.contains { $0.severity == .error } ? nil : playlist
    self.episodeRanges = reader.episodeRanges
  }

  /// The bytes of the file.
  public var source: [UInt8] { document.source }
}

/// Reads the table of a playlist file.
struct PlaylistReader {
  var playlist: Playlist
  var reader: TableReader
  private(set) var episodeRanges: [SourceRange] = []

  init(_ table: TOMLTable, id: Playlist.ID, folder: Folder) {
    playlist = Playlist(blank: id, folder: folder)
    reader = TableReader(table)
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  /// Reads the playlist. Invalid values are reported and ignored.
  mutating func read() -> Playlist {
    for entry in reader.table.entries {
      if let key = PlaylistKey(rawValue: entry.key) {
        read(key, entry)
      } else if entry.key != "extra" {
        reader.reportUnknownKey(entry, known: PlaylistKey.namesInFiles)
      }
    }
    reader.checkExtra()
    reportKeysWithoutEffect()
    return playlist
  }

  private mutating func read(_ key: PlaylistKey, _ entry: TOMLEntry) {
    switch key {
    case .episodes: playlist = playlist.withEpisodes(readEpisodes(entry))
    case .conditions:
      let conditions = reader.rules(entry)
      playlist = playlist.withCriteria { $0.conditions = conditions }
    case .sort: if let sort = readSort(entry) { playlist = playlist.withCriteria { $0.sort = sort } }
    case .shuffle: readValue(of: key, entry, "true, false or the name of a shuffle")
    case .limit: readLimit(entry)
    case .seed: readValue(of: key, entry, "a whole number or \"day\"")
    default: readValue(of: key, entry, key.form.phrase)
    }
  }

  /// Reads the value of a key that is not a list.
  private mutating func readValue(of key: PlaylistKey, _ entry: TOMLEntry, _ expected: String) {
    let form = key.form
    guard let value = reader.value(entry, expected, { FileValue($0, in: form) }) else { return }
    if let changed = playlist.with(key, value.value) {
      playlist = changed
    } else {
      reportInvalid(key, value)
    }
  }

  /// Reports a value of the right type that is invalid.
  private mutating func reportInvalid(_ key: PlaylistKey, _ value: Located<FileValue>) {
    switch (key, value.value, key.form.choices) {
    case (.name, .text(let name), _): reportName(Located(value: name, range: value.range))
    case (.seed, _, _):
      reader.report(.invalidValue, at: value.range, "`seed` must be a whole number or \"day\"")
    case (_, .text(let text), let choices?):
      reader.report(
        invalidChoice: Located(value: text, range: value.range), of: key.rawValue, choices: choices,
        takesFlag: key.form.kinds.contains(.flag))
    default: reader.report(.invalidValue, at: value.range, "invalid value of `\(key.rawValue)`")
    }
  }

  private mutating func reportName(_ name: Located<String>) {
    switch TitleRules.violation(in: name.value) {
    case .tooLong(let bytes):
      reader.report(
        .invalidValue, at: name.range,
        "`name` is \(bytes) bytes long; a name has at most \(TitleRules.maximumLength)")
    case .controlCharacter:
      reader.report(.invalidValue, at: name.range, "`name` contains a line break or another control character")
    case .empty, nil:
      reader.report(.invalidValue, at: name.range, "`name` is empty; leave the key out to use the id")
    }
  }

  private mutating func readEpisodes(_ entry: TOMLEntry) -> [Episode.ID] {
    let texts = reader.strings(entry, of: "episode ids") ?? []
    var episodes: [Episode.ID] = []
    episodes.reserveCapacity(texts.count)
    episodeRanges.reserveCapacity(texts.count)
    for text in texts {
      guard let id = reader.episodeID(text) else { continue }
      episodes.append(id)
      episodeRanges.append(text.range)
    }
    return episodes
  }

  private mutating func readSort(_ entry: TOMLEntry) -> [SortKey]? {
    reader.strings(entry, of: "field names")?.compactMap { text in
      if let key = SortKey(text.value) { return key }
      // The names have no sign of the direction.
      let sign = text.value.hasPrefix("-") ? "-" : ""
      let near = SortKey.names(near: text.value, limit: 1).map { sign + $0 }
      reader.report(
        .invalidValue, at: text.range, "cannot sort by `\(text.value)`",
        notes: [
          Diagnostic.Note(
            message: near.first.map { "did you mean `\($0)`?" } ?? "fields: \(SortKey.names.joined(separator: ", "))",
            range: nil)
        ], replacements: near)
      return nil
    }
  }

  /// Warns of keys without effect in a playlist without rules. Invalid rules count as rules, and invalid values get
  /// no second diagnostic.
  private mutating func reportKeysWithoutEffect() {
    let criteria = SmartCriteria(
      conditions: reader.table.entry("conditions").map { _ in [] }, search: reader.table.entry("search").map { _ in "" }
    )
    for entry in reader.table.entries {
      guard let key = PlaylistKey(rawValue: entry.key), !criteria.hasEffect(key) else { continue }
      let value = entry.value.range
      let isInvalid = reader.diagnostics.contains {
        value.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= value.upperBound
      }
      if isInvalid { continue }
      let needed = key == .match ? "`conditions`" : "`conditions` or `search`"
      reader.report(
        .noEffect, at: entry.keyRange, severity: .warning, "`\(key.rawValue)` has no effect without \(needed)")
    }
  }
}

extension PlaylistKey {
  /// The names of all keys in a file, with the table for the user's own keys.
  static let namesInFiles = allCases.map(\.rawValue) + ["extra"]
}

extension FileValue {
  /// Reads a value of a file. Returns `nil` if a key of the form takes no values of its type.
  fileprivate init?(_ value: TOMLValue, in form: Form) {
    if form.kinds.contains(.text), let text = value.string {
      self = .text(text)
    } else if form.kinds.contains(.flag), let flag = value.boolean {
      self = .flag(flag)
    } else if form.kinds.contains(.number), let number = value.integer {
      self = .number(number)
    } else {
      return nil
    }
  }
}

extension FileValue.Form {
  /// The values of one type, for messages.
  fileprivate var phrase: String {
    kinds.contains(.flag) ? "true or false" : kinds.contains(.number) ? "a whole number" : "a string"
  }
}

extension PlaylistReader {
  /// Reads the key `limit`: a number of episodes, a string, or an array with one of them for all episodes and one for each
  /// podcast, artist or album.
  mutating func readLimit(_ entry: TOMLEntry) {
    let expected = "a whole number or a string such as \"90 min\""
    guard let values = reader.value(entry, expected, { $0.array.map(Array.init) ?? ($0.isLimit ? [$0] : nil) }) else {
      return
    }
    var limits = PlaylistLimits()
    guard !values.value.isEmpty else {
      return report("`limit` is an empty array; leave the key out for no limit", at: values.range)
    }
    for value in values.value {
      guard let limit = readLimit(value) else { return }
      if limit.whole != nil, limits.whole == nil {
        limits.whole = limit.whole
      } else if limit.perGroup != nil, limits.perGroup == nil {
        limits.perGroup = limit.perGroup
      } else {
        return report(
          "`limit` has two limits of one kind", at: value.range,
          hint:
            "an array has one limit for all episodes and one for each podcast, artist or album: [25, \"3 per podcast\"]"
        )
      }
    }
    playlist = playlist.withCriteria { $0.limits = limits }
  }

  /// Reads a limit, or reports why it is invalid.
  private mutating func readLimit(_ value: TOMLValue) -> PlaylistLimits? {
    if let count = value.integer {
      if count >= 1, let count = Int(exactly: count) { return PlaylistLimits(.items(count)) }
      report("`limit` must be at least 1, but this is \(count)", at: value.range)
      return nil
    }
    if let text = value.string {
      if let limit = GroupLimit(text) { return PlaylistLimits(perGroup: limit) }
      if let limit = PlaylistLimit(text) { return PlaylistLimits(limit) }
    }
    report(
      "`limit` must be a number of episodes, a time, a size, a percentage or a number for each podcast, artist or album",
      at: value.range,
      hint:
        "write a number above 0: 25 without quotes (episodes), \"90 min\" (or s, h), \"2 GB\" (or MB, KB), \"10%\" (up to 100%) or \"3 per podcast\""
    )
    return nil
  }

  private mutating func report(_ message: String, at range: SourceRange, hint: String? = nil) {
    let notes = hint.map { [Diagnostic.Note(message: $0, range: nil)] } ?? []
    reader.report(.invalidValue, at: range, message, notes: notes)
  }
}

extension TOMLValue {
  /// Whether the value has the type of a limit outside of an array.
  fileprivate var isLimit: Bool { integer != nil || string != nil }
}

extension PlaylistFile {
  /// A value in a rule or a list of a file, with its range.
  public struct Mention<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The bytes of the file, quotes included.
    public let range: SourceRange
  }

  /// The playlists that the rules name, in source order. Invalid rules are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are parsed again.
  public var namedPlaylists: [Mention<Playlist.ID>] { mentions(\.playlists) }

  /// The regular expressions in the rules, in source order. Invalid rules are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are parsed again.
  public var patterns: [Mention<String>] { mentions(\.patterns) }

  /// The texts that the rules name, in source order, each with the place of its rule. Invalid rules are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are parsed again.
  public var namedTexts: [Mention<NamedText>] {
    parsedRules.flatMap { element, parsed in
      parsed.rule.namedTexts.map { Mention(value: $0, range: element.range) }
    }
  }

  private func mentions<Value>(_ part: KeyPath<ParsedRule, [ParsedRule.Mention<Value>]>) -> [Mention<Value>] {
    document.mentions(part, inRules: PlaylistKey.conditions.rawValue)
  }

  private var parsedRules: [(element: TOMLValue, rule: ParsedRule)] {
    document.parsedRules(of: PlaylistKey.conditions.rawValue)
  }
}

extension PodcastFile {
  /// The regular expressions in the rules of `skip`, in source order. Invalid rules are ignored.
  public var patterns: [PlaylistFile.Mention<String>] {
    document.mentions(\.patterns, inRules: PodcastKey.skip.rawValue)
  }
}

extension TOMLDocument {
  fileprivate func mentions<Value>(
    _ part: KeyPath<ParsedRule, [ParsedRule.Mention<Value>]>, inRules key: String
  ) -> [PlaylistFile.Mention<Value>] {
    parsedRules(of: key).flatMap { element, parsed in
      parsed[keyPath: part].map {
        PlaylistFile.Mention(value: $0.value, range: element.sourceRange(ofStringBytes: $0.range) ?? element.range)
      }
    }
  }

  fileprivate func parsedRules(of key: String) -> [(element: TOMLValue, rule: ParsedRule)] {
    guard let rules = root[key]?.array else { return [] }
    return rules.compactMap { element in
      guard let text = element.string else { return nil }
      do throws(RuleError) {
        return (element, try ParsedRule(parsing: text))
      } catch {
        return nil
      }
    }
  }
}
