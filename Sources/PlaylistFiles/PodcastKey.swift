/// The keys at the head of a library file, in the order of a new file.
enum PodcastKey: String, CaseIterable {
  case kind, title, author, feed, artwork, description, notes, categories, tags, subscribed, dateAdded, episodes, extra

  static let names = allCases.map(\.rawValue)
}
