import MixtapeModel

/// Finds episodes of the library by their titles and by the titles of their podcasts.
struct LibrarySearch {
  private let entries: [(episode: Episode, text: String)]

  init(_ podcasts: [Podcast]) {
    entries = podcasts.flatMap(\.episodes).map { ($0, "\($0.title)\n\($0.collection)".lowercased()) }
  }

  /// Those in which every word of a text occurs, in the order of the library.
  func find(_ text: String, limit: Int) -> [Episode] {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    let matches = entries.lazy.filter { entry in words.allSatisfy { entry.text.contains($0) } }
    return Array(matches.prefix(limit).map(\.episode))
  }
}
