/// The keys at the head of a library file, in the order of a new file.
enum PodcastKey: String, CaseIterable {
  case kind, title, author, feed, guid, artwork, description, notes
  case categories, tags, subscribed, dateAdded, newSince, skip, episodes, extra

  static let names = allCases.map(\.rawValue)
}
