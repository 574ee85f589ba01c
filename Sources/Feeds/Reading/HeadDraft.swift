internal import XMLReading

/// The values of a feed's head that were found so far.
struct HeadDraft {
  var title: String?
  /// The title by another vocabulary.
  var substitute: String?
  var link: String?
  var author: String?
  private var authorRank = 0
  /// The address of the best picture, as soon as the whole head is read.
  var artwork: String?
  /// The first picture of each rank.
  private(set) var pictures: [Int: Picture] = [:]
  private(set) var description: String?
  private var descriptionRank = 0
  var itunesCategories: [String] = []
  var categories: [String] = []
  var guid: String?
  var medium: String?
  var newAddress: String?
  /// The address of the next page, and of the archive before this document.
  var (next, previousArchive): (String?, String?)
  var remoteItems: [RemoteItem] = []

  /// Takes an author, unless a better element named one.
  mutating func take(author name: String?, rank: Int) {
    guard let name, rank > authorRank else { return }
    (author, authorRank) = (name, rank)
  }

  /// Takes a picture, unless another element of its rank named one.
  mutating func take(_ picture: Picture, rank: Int) {
    if pictures[rank] == nil { pictures[rank] = picture }
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

  /// A picture as it is written. Its address can be relative to that of the web page, which may follow.
  struct Picture {
    let reference: String
    /// The address that a relative one begins with.
    let base: String?
    let position: XMLPosition
  }
}
