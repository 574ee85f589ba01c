// The rules of items that updates from a feed skip: ``Podcast/skip``.

extension Rule {
  /// A value in the rule that an item of a feed cannot have, as messages name it. `nil` for a rule without one.
  ///
  /// Such a rule of ``Podcast/skip`` fits no item: one that asks for a missing rating would keep all items out.
  public var nameMissingInFeeds: String? {
    leaves.lazy.compactMap { leaf -> String? in
      if case .comparison(let condition) = leaf {
        condition.field.isMissingInFeeds ? "`\(condition.field.rawValue)`" : nil
      } else {
        "playlists"
      }
    }.first
  }
}

extension RuleField {
  /// Whether only the user, the player or the library gives the field.
  fileprivate var isMissingInFeeds: Bool {
    switch self {
    case .rating, .playCount, .position, .lastPlayedAt, .dateAdded: true
    default: false
    }
  }
}

extension Podcast {
  /// Returns the podcast of a source as it would be in the library, for the rules of ``skip``: with the id, the folder, the
  /// names and the tags of this one.
  package func placing(_ source: Podcast) -> Podcast {
    let renamed = source.with {
      $0.title = title
      $0.author = author
      $0.folder = folder
      $0.kind = kind
      $0.tags = tags
    }
    return renamed.withID(id)
  }
}
