internal import XMLReading

/// The values of an item that were found so far.
struct ItemDraft {
  let position: XMLPosition
  /// The address that relative ones begin with.
  var base: String?
  var title: String?
  var alternativeTitle: String?
  var beginning: String?
  private(set) var description: String?
  private var descriptionRank = 0
  var artwork: String?
  /// The picture by another vocabulary than that of iTunes.
  var thumbnail: String?
  /// The address of a file with the chapters.
  var chapters: String?
  var guid: String?
  /// The identifier by another vocabulary than that of the feed.
  var alternativeGUID: String?
  private var writtenDates: [ItemDate] = []
  var duration: (text: String, position: XMLPosition)?
  var author: String?
  var authorRank = 0
  var episode: Int64?
  var season: Int64?
  var enclosures: [Enclosure] = []
  /// Enclosures that were refused, in words.
  var refusal: String?
  /// Whether it stands for no item: the rest of an item without an end.
  var isPlaceholder = false

  init(at position: XMLPosition, base: String?) {
    self.position = position
    self.base = base
  }

  /// The dates, the best kind first, and those of one kind in document order. A later one counts if those before are not dates.
  var dates: [ItemDate] {
    ItemDate.Kind.allCases.flatMap { kind in writtenDates.filter { $0.kind == kind } }
  }

  /// Takes a date, if there is room for one of its kind.
  mutating func take(_ date: ItemDate) {
    if writtenDates.count(where: { $0.kind == date.kind }) < 4 { writtenDates.append(date) }
  }

  /// Returns whether an element of a rank would give a better description.
  func wantsDescription(ofRank rank: Int) -> Bool { rank > descriptionRank }

  /// Takes a description, unless a better element gave one.
  mutating func take(description text: String?, rank: Int) {
    guard let text, wantsDescription(ofRank: rank) else { return }
    (description, descriptionRank) = (text, rank)
  }

  /// Takes an author, unless a better element named one.
  mutating func take(author name: String?, rank: Int) {
    guard let name, rank > authorRank else { return }
    author = name
    authorRank = rank
  }
}

/// A date of an item as it is written.
struct ItemDate {
  /// The elements with dates, the best one first.
  enum Kind: CaseIterable {
    case pubDate, published, issued, date, created, updated
  }

  let kind: Kind
  let text: String
  let position: XMLPosition
}
