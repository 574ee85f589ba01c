internal import MixtapeModel

/// Proposals for the ids of new albums: the title, and the artist if the title is taken.
struct AlbumNaming {
  private var taken: Set<Podcast.ID>

  /// Makes a naming that avoids taken ids.
  init(taken: Set<Podcast.ID>) { self.taken = taken }

  /// Returns a proposal. If albums of one artist have equal titles, it is not unique, and the store adds a number.
  mutating func id(for head: AlbumHead) -> Podcast.ID {
    let names = [head.title, head.author].compactMap(\.self)
    var id = Podcast.ID.suggested(by: names)
    if taken.contains(id), names.count == 2 { id = Podcast.ID.suggested(by: [names.joined(separator: " ")]) }
    taken.insert(id)
    return id
  }
}
