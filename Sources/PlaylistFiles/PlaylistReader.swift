internal import LosslessTOML
internal import MixtapeModel

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
      let near = SortKey.names(near: text.value, limit: 1)
      reader.report(
        .invalidValue, at: text.range, "cannot sort by `\(text.value)`",
        notes: [
          Diagnostic.Note(
            message: near.first.map { "did you mean `\($0)`?" } ?? "fields: \(SortKey.names.joined(separator: ", "))",
            range: nil)
        ])
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
