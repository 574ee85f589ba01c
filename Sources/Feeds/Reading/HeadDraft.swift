/// The values of a feed's head that were found so far.
struct HeadDraft {
  var title: String?
  /// The title by another vocabulary.
  var substitute: String?
  var link: String?
  var author: String?
  private var authorRank = 0
  var artwork: String?
  private(set) var description: String?
  private var descriptionRank = 0
  private var artworkRank = 0
  var itunesCategories: [String] = []
  var categories: [String] = []
  var guid: String?
  var medium: String?
  var newAddress: String?
  var remoteItems: [RemoteItem] = []

  /// Takes an author, unless a better element named one.
  mutating func take(author name: String?, rank: Int) {
    guard let name, rank > authorRank else { return }
    (author, authorRank) = (name, rank)
  }

  /// Takes a picture, unless a better element named one.
  mutating func take(artwork address: String?, rank: Int) {
    guard let address, rank > artworkRank else { return }
    (artwork, artworkRank) = (address, rank)
  }

  /// Takes a description, unless a better element gave one.
  mutating func take(description text: String?, rank: Int) {
    guard let text, rank > descriptionRank else { return }
    (description, descriptionRank) = (text, rank)
  }

  /// The categories: those of iTunes, else those of RSS; each once, at most 20.
  var chosenCategories: [String] {
    var known: Set<String> = []
    let all = itunesCategories.isEmpty ? categories : itunesCategories
    return Array(all.filter { known.insert($0.lowercased()).inserted }.prefix(20))
  }
}
