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
  private var published: DatedText?
  private var updated: DatedText?
  /// The texts of further elements for the time of publication. They count if the first is not a date.
  private var furtherDates: [DatedText] = []
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

  /// A date as it is written, and its place.
  struct DatedText {
    let text: String
    let position: XMLPosition
  }

  /// The title in quotes with a space before it; empty without a title.
  var quotedTitle: String { (title ?? alternativeTitle ?? beginning).map { " \"\($0)\"" } ?? "" }

  /// The dates, the best one first.
  var dates: [DatedText] { [published].compactMap(\.self) + furtherDates + [updated].compactMap(\.self) }

  /// Takes a time of publication.
  mutating func take(published date: DatedText) {
    if published == nil {
      published = date
    } else if furtherDates.count < 4 {
      furtherDates.append(date)
    }
  }

  /// Takes a time of a change, unless an element before gave one.
  mutating func take(updated date: DatedText) {
    if updated?.text.trimmed.isEmpty ?? true { updated = date }
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
