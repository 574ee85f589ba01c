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
  private let id: Playlist.ID
  private let folder: Folder
  private var reader: TableReader
  private(set) var episodeRanges: [SourceRange] = []

  init(_ table: TOMLTable, id: Playlist.ID, folder: Folder) {
    self.id = id
    self.folder = folder
    self.reader = TableReader(table)
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  /// Reads the playlist. It is incomplete if an error is reported.
  mutating func read() -> Playlist? {
    reader.reportUnknownKeys(known: PlaylistKey.names)
    let name = reader.string("name")
    let description = reader.string("description")?.value ?? ""
    let settings = PlaybackSettings(
      continuous: reader.boolean("continuous")?.value ?? true, shuffle: readShuffle() ?? .usual)
    let episodes = readEpisodes()
    let criteria = readCriteria()
    reader.checkExtra()
    do {
      return try Playlist(
        id: id, folder: folder, name: name?.value, description: description, episodes: episodes, criteria: criteria,
        settings: settings)
    } catch {
      if let name { reportName(name, error) }
      return nil
    }
  }

  private mutating func reportName(_ name: Located<String>, _ error: MixtapeError) {
    switch error.cause as? TitleViolation {
    case .tooLong(let bytes):
      reader.report(
        .invalidValue, at: name.range,
        "`name` is \(bytes) bytes long; a name has at most \(TitleRules.maximumLength)")
    case .controlCharacter:
      reader.report(.invalidValue, at: name.range, "`name` holds a line break or another control character")
    case .empty, nil:
      reader.report(.invalidValue, at: name.range, "`name` is empty; leave the key out to use the id")
    }
  }

  private mutating func readShuffle() -> ShuffleSetting? {
    if let flag = reader.table["shuffle"]?.boolean { return flag ? .usual : .off }
    let expected = "true, false or the name of a shuffle"
    guard let name = reader.value("shuffle", expected, { $0.string }) else { return nil }
    return reader.choice("shuffle", of: ShuffleAlgorithm.self, as: name).map(ShuffleSetting.init)
  }

  private mutating func readEpisodes() -> [Episode.ID] {
    let texts = reader.strings("episodes", of: "episode ids") ?? []
    var seen = Set<Episode.ID>(minimumCapacity: texts.count)
    var episodes: [Episode.ID] = []
    episodes.reserveCapacity(texts.count)
    episodeRanges.reserveCapacity(texts.count)
    for text in texts {
      guard let id = reader.episodeID(text) else { continue }
      if !seen.insert(id).inserted, let first = episodes.firstIndex(of: id) {
        reader.report(
          .duplicateEpisode, at: text.range, severity: .warning, "\(id) is in this playlist twice",
          notes: [Diagnostic.Note(message: "first here", range: episodeRanges[first])])
      }
      episodes.append(id)
      episodeRanges.append(text.range)
    }
    return episodes
  }

  private mutating func readCriteria() -> SmartCriteria {
    let criteria = SmartCriteria(
      conditions: readConditions(),
      match: reader.choice("match", of: SmartCriteria.Match.self) ?? .all,
      search: reader.string("search")?.value,
      sort: readSort() ?? SmartCriteria.defaultSort,
      limit: readLimit(),
      seed: reader.integer("seed")?.value)
    reportKeysWithoutEffect()
    return criteria
  }

  /// Warns of keys that need rules if there are none. Invalid rules count, and of an invalid value more is not said.
  private mutating func reportKeysWithoutEffect() {
    let criteria = SmartCriteria(
      conditions: reader.table.entry("conditions").map { _ in [] }, search: reader.table.entry("search").map { _ in "" }
    )
    for key in SmartCriteria.DependentKey.allCases where !criteria.hasEffect(key) {
      guard let entry = reader.table.entry(key.rawValue) else { continue }
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

  private mutating func readConditions() -> [WrittenRule]? {
    reader.strings("conditions", of: "rules") { (text: $0, element: $1) }?.compactMap { text, element in
      do throws(RuleError) {
        return try WrittenRule(parsing: text)
      } catch {
        reader.report(error, in: element)
        return nil
      }
    }
  }

  private mutating func readSort() -> [SortKey]? {
    reader.strings("sort", of: "field names")?.compactMap { text in
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

  private mutating func readLimit() -> PlaylistLimit? {
    let limit = reader.value("limit", "a whole number or a string such as \"90 min\"") { value -> LimitText? in
      value.integer.map(LimitText.items) ?? value.string.map(LimitText.text)
    }
    guard let limit else { return nil }
    switch limit.value {
    case .items(let count):
      if count >= 1, let count = Int(exactly: count) { return .items(count) }
      reader.report(.invalidValue, at: limit.range, "`limit` must be at least 1, but this is \(count)")
    case .text(let text):
      if let limit = PlaylistLimit(text) { return limit }
      reader.report(
        .invalidValue, at: limit.range, "`limit` is neither a time, a size nor a part",
        notes: [
          Diagnostic.Note(
            message: "write a number of episodes without quotes (25), or \"90 min\", \"2 GB\", \"10%\"", range: nil)
        ])
    }
    return nil
  }

  private enum LimitText {
    case items(Int64)
    case text(String)
  }
}
