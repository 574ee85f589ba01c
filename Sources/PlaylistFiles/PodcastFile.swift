public import LosslessTOML
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A library file: a podcast or an album with its episodes.
public struct PodcastFile: Sendable {
  /// The id, from the file's name.
  public let id: Podcast.ID
  /// The folder, from the file's directory.
  public let folder: Folder
  /// The lossless document.
  public let document: TOMLDocument
  /// The diagnostics, in source order.
  public let diagnostics: [Diagnostic]
  /// The podcast; `nil` if the file has errors.
  public let podcast: Podcast?
  /// The ids of the valid episodes, also of a file with errors. O(*n*) in the episodes.
  public var episodeIDs: Set<Episode.ID> { Set(episodes.map(\.id)) }
  private let episodes: [Episode]
  /// The text of episodes of other files, by the ids that they get in this one.
  var incoming: [Episode.ID: TOMLElement] = [:]

  /// Reads a file. Linear in its size. Errors become ``diagnostics``.
  public init(parsing source: [UInt8], id: Podcast.ID, folder: Folder = .top) {
    self.init(document: TOMLDocument(parsing: source), id: id, folder: folder)
  }

  init(document: TOMLDocument, id: Podcast.ID, folder: Folder) {
    var reader = PodcastReader(document.root, id: id, folder: folder)
    let podcast = reader.read()
    self.id = id
    self.folder = folder
    self.document = document
    self.diagnostics = Diagnostic.all(of: document, reader.diagnostics).map { $0.notingSeconds(in: document.source) }
    self.podcast = self.diagnostics.contains { $0.severity == .error } ? nil : podcast
    self.episodes = podcast.episodes
  }

  /// The bytes of the file.
  public var source: [UInt8] { document.source }
}

/// Reads the table of a library file.
private struct PodcastReader {
  private let id: Podcast.ID
  private let folder: Folder
  private var reader: TableReader

  init(_ table: TOMLTable, id: Podcast.ID, folder: Folder) {
    self.id = id
    self.folder = folder
    self.reader = TableReader(table)
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  mutating func read() -> Podcast {
    reader.reportUnknownKeys(known: PodcastKey.names)
    reader.checkExtra()
    let kind = reader.choice("kind", of: Podcast.Kind.self) ?? .podcast
    let title = reader.string("title")?.value ?? id.readable
    let author = reader.string("author")?.value
    let categories = reader.strings("categories", of: "categories")?.map(\.value) ?? []
    let inheritance = Episode.Inheritance(author: author, title: title, categories: categories)
    let feed = reader.string("feed")?.value
    return Podcast(
      id: id, folder: folder, kind: kind, title: title, author: author, feed: feed,
      guid: reader.string("guid")?.value, artwork: reader.string("artwork")?.value,
      description: reader.string("description")?.value, notes: reader.string("notes")?.value,
      categories: categories,
      tags: reader.strings("tags", of: "tags")?.map(\.value) ?? [],
      subscribed: reader.boolean("subscribed")?.value ?? (feed != nil),
      dateAdded: reader.date("dateAdded")?.value, newSince: reader.date("newSince")?.value,
      skip: reader.table.entry("skip").flatMap { reader.skipRules($0) }?.map(\.text) ?? [],
      episodes: readEpisodes(inheritance, feed: feed))
  }

  private mutating func readEpisodes(_ inheritance: Episode.Inheritance, feed: String?) -> [Episode] {
    guard let array = reader.table.entry("episodes").flatMap({ reader.array($0, of: "tables") }) else { return [] }
    var first: [Episode.ID: SourceRange] = [:]
    var episodes: [Episode] = []
    for element in array.value {
      guard let table = element.table else {
        reader.report(
          .wrongType, at: element.range, "`episodes` takes tables, `[[episodes]]`, but this is \(element.kind.phrase)")
        continue
      }
      var episode = EpisodeReader(table, podcast: id, inheritance, feed: feed)
      let result = episode.read()
      reader.append(episode.diagnostics)
      guard let (read, place) = result else { continue }
      if let earlier = first.updateValue(place, forKey: read.id) {
        reader.report(
          .duplicateEpisode, at: place, "two episodes have the id \"\(read.id.name)\"",
          notes: [Diagnostic.Note(message: "first listed here", range: earlier)])
      }
      episodes.append(read)
    }
    return episodes
  }
}

/// Reads one table of `[[episodes]]`.
private struct EpisodeReader {
  private let podcast: Podcast.ID
  private let inheritance: Episode.Inheritance
  private let feed: String?
  private var reader: TableReader

  init(_ table: TOMLTable, podcast: Podcast.ID, _ inheritance: Episode.Inheritance, feed: String?) {
    self.podcast = podcast
    self.feed = feed
    self.inheritance = inheritance
    self.reader = TableReader(table)
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  mutating func read() -> (episode: Episode, idRange: SourceRange)? {
    var (id, guid, url, published): (TOMLEntry?, String?, String?, Date?)
    var fields = Episode.Fields()
    var stated: Set<TrackField> = []
    // One pass over the entries: a lookup of each key would take twice as long.
    for entry in reader.table.entries {
      switch EpisodeKey.named(entry.key) {
      case .id?: id = entry
      case .guid?: guid = reader.string(entry)?.value
      case .url?: url = reader.address(entry, namedBy: feed)
      case .published?: published = reader.date(entry)?.value
      case .field(let field)?:
        fields[field] = reader.field(field, entry)
        if Episode.Inheritance.fields.contains(field) { stated.insert(field) }
      case nil: reader.reportUnknownKey(entry, known: EpisodeKey.names)
      }
    }
    for field in Episode.Inheritance.fields where fields[field] == nil { fields[field] = inheritance[field] }
    guard let (id, range) = read(id) else { return nil }
    return (Episode(id: id, guid: guid, url: url, published: published, fields: fields, stated: stated), range)
  }

  private mutating func read(_ id: TOMLEntry?) -> (Episode.ID, SourceRange)? {
    guard let id else {
      reader.report(.missingKey, at: reader.table.headerRange ?? reader.table.range, "this episode has no `id`")
      return nil
    }
    guard let name = reader.string(id) else { return nil }
    if let id = Episode.ID(podcast: podcast, name: name.value) { return (id, name.range) }
    reader.report(noEpisodeID: name, for: NameRules.violation(in: name.value)) { NameRules.violation(in: $0) == nil }
    return nil
  }
}

extension TableReader {
  /// Returns the address of an episode's sound, with a warning if the player refuses it.
  fileprivate mutating func address(_ entry: TOMLEntry, namedBy feed: String?) -> String? {
    guard let text = string(entry) else { return nil }
    var refusal = PrivateNetwork.refuses(text.value, namedBy: feed) ? PrivateNetwork.refusal : nil
    do throws(SoundAddress.Refusal) {
      _ = try SoundAddress(text.value)
    } catch {
      refusal = "\(error)"
    }
    if let refusal {
      report(
        .unplayableAddress, at: text.range, severity: .warning, "the player does not open this address: \(refusal)")
    }
    return text.value
  }

  /// Reads the value of a field.
  fileprivate mutating func field(_ field: TrackField, _ entry: TOMLEntry) -> Episode.FieldValue? {
    switch field.valueType {
    case .text where field.isListed && entry.value.array != nil:
      return strings(entry, of: "texts").flatMap { ListedText.joined($0.map(\.value)).nonEmpty }.map { .text($0) }
    case .text: return string(entry).map { .text($0.value) }
    case .date: return date(entry).map { .date($0.value) }
    case .integer:
      guard let number = integer(entry) else { return nil }
      if let fault = Self.fault(of: number.value, in: field) {
        report(.invalidValue, at: number.range, fault)
        return nil
      }
      return .integer(number.value)
    case .seconds:
      if let seconds = entry.value.dateTime.flatMap({ wholeSeconds(ofPlayingTime: $0.description) }) {
        report(.wrongType, at: entry.value.range, "`\(field.rawValue)` must be a number of seconds: \(seconds)")
        return nil
      }
      let seconds = value(entry, "a number of seconds") { $0.float ?? $0.integer.map(Double.init) }
      guard let seconds else { return nil }
      guard seconds.value.isFinite, seconds.value >= 0 else {
        let fault = seconds.value.isFinite ? "must not be negative" : "must be a finite number"
        report(.invalidValue, at: seconds.range, "`\(field.rawValue)` \(fault)")
        return nil
      }
      return .seconds(seconds.value)
    }
  }

  /// Returns the error of a whole number as the value of a field, or `nil`.
  private static func fault(of number: Int64, in field: TrackField) -> String? {
    guard !field.integers.contains(number) else { return nil }
    return field == .rating
      ? "`rating` is 0 to \(Episode.maximumRating), but this is \(number)"
      : "`\(field.rawValue)` must not be negative"
  }
}

/// The keys at the head of a library file, in the order of a new file.
enum PodcastKey: String, CaseIterable {
  case kind, title, author, feed, guid, artwork, description, notes
  case categories, tags, subscribed, dateAdded, newSince, skip, episodes, extra

  static let names = allCases.map(\.rawValue)
}

extension Diagnostic {
  /// Returns the diagnostic, with a note that has the number of seconds if it is an error of the parser about a playing
  /// time such as `31:40`.
  func notingSeconds(in source: [UInt8]) -> Diagnostic {
    guard id.rawValue.hasPrefix("toml."), source.indices.contains(range.lowerBound), range.upperBound <= source.count,
      let seconds = wholeSeconds(
        ofPlayingTime: String(decoding: source[range.lowerBound..<range.upperBound], as: UTF8.self)),
      let key = Self.key(before: range.lowerBound, in: source)
    else { return self }
    let note = Note(message: "`\(key.rawValue)` is a number of seconds: \(seconds)")
    return Diagnostic(
      id: id, severity: severity, range: range, message: message, notes: notes + [note], replacements: replacements)
  }

  /// Returns the key of a time whose value begins at an offset; `nil` for any other key.
  private static func key(before offset: Int, in source: [UInt8]) -> TrackField? {
    let longest = 80
    let text = String(decoding: source[max(0, offset - longest)..<offset], as: UTF8.self)
    guard let name = text.firstMatch(of: #/([A-Za-z]+)[ \t]*=[ \t]*$/#)?.output.1,
      let field = TrackField(rawValue: String(name)), field.valueType == .seconds
    else { return nil }
    return field
  }
}

/// Returns the number of seconds that a file has in place of a playing time such as `31:40` or `1:31:40`; `nil` for any other text.
private func wholeSeconds(ofPlayingTime text: String) -> Int? {
  guard let time = ClockTime(text), (2...3).contains(time.numbers.count), time.isWhole, time.hasShortNumbers,
    // So that the seconds fit into an `Int`.
    time.numbers[0].value <= 1_000_000
  else { return nil }
  return Int(time.seconds)
}
