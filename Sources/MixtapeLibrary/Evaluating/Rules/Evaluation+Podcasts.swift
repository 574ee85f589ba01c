public import MixtapeModel

/// The texts of all podcasts in a field that rules name: their ids, folders or tags.
public struct PodcastNames: Sendable {
  /// The fields with such texts.
  public static let fields: Set<RuleField> = [.podcast, .folder, .tag]

  private let field: RuleField
  private let originals: [String]
  private let folded: Set<String>

  /// Makes the names from texts.
  ///
  /// - Parameter field: One of ``fields``.
  public init(_ field: RuleField, _ texts: [String]) {
    self.init(field, texts, folded: texts.map(TextFolding.fold))
  }

  init(_ field: RuleField, _ originals: [String], folded: [String]) {
    self.field = field
    self.originals = originals
    self.folded = Set(folded)
  }

  /// Returns whether a podcast has a text, in any case. A folder whose podcasts are all in folders inside it is one that the library
  /// has. Rules with the empty text look for nothing.
  public func contains(_ text: String) -> Bool {
    let text = TextFolding.fold(text)
    if text.isEmpty || folded.contains(text) { return true }
    return field == .folder && folded.contains { $0.utf8.starts(with: "\(text)/".utf8) }
  }

  /// Returns the text that is nearest to a missing one; empty if none is near.
  public func nearest(to text: String) -> [String] {
    NearestNames.of(text, among: Set(originals).sorted(), limit: 1)
  }
}

extension Podcast {
  /// Returns the texts of the podcast in one of ``PodcastNames/fields``.
  fileprivate func names(in field: RuleField) -> [String] {
    switch field {
    case .podcast: [id.rawValue]
    case .folder: folder == .top ? [] : [folder.path]
    case .tag: tags
    default: []
    }
  }

  /// Returns what rules can have named in the podcast, and no longer find in it. A folder counts with the folders that contain it.
  fileprivate func names(missingIn after: Podcast?) -> [RuleField: Set<String>] {
    var missing: [RuleField: Set<String>] = [:]
    for field in PodcastNames.fields {
      var names = Set(names(in: field))
      if field == .folder { names.formUnion(folder.selfAndParents.map(\.path)) }
      names.subtract(after?.names(in: field) ?? [])
      if !names.isEmpty { missing[field] = names }
    }
    return missing
  }
}

extension PodcastNames {
  /// Returns the texts that changes take from podcasts, by their fields. Others may still have them.
  public static func taken(by changes: [PodcastChange]) -> [RuleField: Set<String>] {
    changes.reduce(into: [:]) { taken, change in
      guard let before = change.before else { return }
      taken.merge(before.names(missingIn: change.after)) { $0.union($1) }
    }
  }
}

/// The texts of a podcast in one field.
struct PodcastTexts {
  /// The row of the podcast.
  let row: Int64
  /// The texts as in the file: several of a set, one of any other field, or none.
  let originals: [String]
  /// The same texts, folded.
  let folded: [String]
}

extension Evaluation {
  /// Returns the rows of the podcasts that match a set of texts.
  ///
  /// - Parameter orMissing: Whether podcasts without a text match.
  func podcasts(_ field: RuleField, _ set: TextSet, orMissing: Bool) throws -> Set<Int64> {
    var rows = Set<Int64>()
    let texts = try texts(ofPodcasts: field)
    noteMissing(field, set, among: texts)
    for podcast in texts {
      let matches =
        podcast.originals.isEmpty
        ? orMissing : try set.patterns.contains { try $0.matches(podcast, in: self) } != set.isComplement
      if matches { rows.insert(podcast.row) }
    }
    return rows
  }

  /// Records the podcasts, folders or tags that a rule names and the library does not have.
  private func noteMissing(_ field: RuleField, _ set: TextSet, among texts: [PodcastTexts]) {
    guard PodcastNames.fields.contains(field), !set.isComplement else { return }
    let names = PodcastNames(field, texts.flatMap(\.originals), folded: texts.flatMap(\.folded))
    for case .equals(let text) in set.patterns where !names.contains(text) {
      let near = suggestsNames ? names.nearest(to: text) : []
      note(.missingPodcast(text, field: field, askedBy: path.last, nearest: near))
    }
  }

  /// Returns the ranks of podcasts by the folded text of a field, in natural order. Podcasts with equal texts have equal ranks. Podcasts
  /// without a text have no rank.
  func ranks(ofPodcasts field: RuleField) throws -> [Int64: Int64] {
    let texts = try texts(ofPodcasts: field).compactMap { podcast in
      podcast.folded.first.map { (podcast.row, NaturalOrderKey.of($0) ?? $0) }
    }
    .sorted { $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }
    var ranks: [Int64: Int64] = [:]
    var last: (rank: Int64, text: String)?
    for (row, text) in texts {
      let rank = last.map { $0.text.hasSameBytes(as: text) ? $0.rank : $0.rank + 1 } ?? 0
      ranks[row] = rank
      last = (rank, text)
    }
    return ranks
  }

  /// Returns the ranks of podcasts and albums by their titles, and of equal ones by their ids.
  func libraryRanks() throws -> [Int64: Int64] {
    let podcasts = try database.statement("SELECT file FROM podcasts ORDER BY foldedTitle, id").rows {
      $0.integer(0)
    }
    return Dictionary(zip(podcasts, 0...)) { first, _ in first }
  }

  /// Returns the texts of all podcasts in a field, from the cache if possible.
  private func texts(ofPodcasts field: RuleField) throws -> [PodcastTexts] {
    if let known = podcastTexts[field] { return known }
    let (column, isList) = field.podcastColumn
    let statement = try database.statement("SELECT file, \(column) FROM podcasts")
    let texts = try statement.rows { row in
      let text = row.textIfAny(1).flatMap { field == .folder && $0.isEmpty ? nil : $0 }
      let originals = isList ? try JSONStrings.decode(text ?? "[]") : [text].compactMap(\.self)
      return PodcastTexts(row: row.integer(0), originals: originals, folded: originals.map(TextFolding.fold))
    }
    podcastTexts[field] = texts
    return texts
  }
}

extension RuleField {
  /// The column of the table `podcasts`, and whether it holds a list.
  fileprivate var podcastColumn: (name: String, isList: Bool) {
    switch self {
    case .podcast: ("id", false)
    case .tag: ("tags", true)
    case .category: ("categories", true)
    default: (rawValue, false)
    }
  }
}

extension TextPattern {
  /// Returns whether any text of a podcast matches.
  fileprivate func matches(_ podcast: PodcastTexts, in evaluation: Evaluation) throws -> Bool {
    switch self {
    case .equals(let text): podcast.folded.contains(text)
    case .startsWith(let text): podcast.folded.contains { $0.utf8.starts(with: text.utf8) }
    case .endsWith(let text): podcast.folded.contains { $0.utf8.suffix(text.utf8.count).elementsEqual(text.utf8) }
    case .contains(let text): podcast.folded.contains { $0.utf8.contains(text.utf8) }
    case .matches(let condition):
      try podcast.originals.contains { original in
        var text = original
        return try text.withUTF8(evaluation.expression(of: condition).finds)
      }
    }
  }
}
