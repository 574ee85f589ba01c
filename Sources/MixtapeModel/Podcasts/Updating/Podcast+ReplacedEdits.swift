extension Podcast {
  /// Returns the values of the user that an update replaces.
  ///
  /// - Parameters:
  ///   - origin: The podcast with the values that its source gave it, with the episodes in the same order.
  ///   - updated: The podcast after the update, with the episodes in the same order.
  func replacedEdits(since origin: Podcast, by updated: Podcast) -> [WrittenValue] {
    guard origin != self else { return [] }
    var replaced: [WrittenValue] = []
    func compare(_ key: String, _ value: (Podcast) -> some Equatable) {
      if Self.isReplaced(self, origin, updated, value) { replaced.append(WrittenValue(key)) }
    }
    compare("title", \.title)
    compare("author", \.author)
    compare("guid", \.guid)
    compare("artwork", \.artwork)
    compare("description", \.description)
    compare("categories", \.categories)
    for ((own, origin), updated) in zip(zip(episodes, origin.episodes), updated.episodes) where own != origin {
      for key in EpisodeKey.all where own.isOwn(key) && Self.isReplaced(own, origin, updated, { $0.value(of: key) }) {
        replaced.append(WrittenValue(key.name, of: own.id))
      }
    }
    return replaced
  }

  private static func isReplaced<Part>(
    _ own: Part, _ origin: Part, _ updated: Part, _ value: (Part) -> some Equatable
  ) -> Bool {
    let present = value(own)
    return present != value(origin) && present != value(updated)
  }
}

extension Episode {
  /// Returns whether a source can replace the episode's own value of a key: inherited values belong to the podcast.
  fileprivate func isOwn(_ key: EpisodeKey) -> Bool {
    switch key {
    case .id: false
    case .guid, .url, .published: true
    case .field(let field): stated.contains(field) || !Inheritance.fields.contains(field)
    }
  }
}
