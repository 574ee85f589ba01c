/// A key of a podcast file, and how OPML keeps it: a row of the table of subscriptions.
enum SubscriptionKey: String, CaseIterable, Sendable {
  case id, title, feed, guid, folder, tags, subscribed, dateAdded, newSince
  case author, artwork, description, categories, kind, notes, skip, episodes

  /// The place in OPML that an import reads the key from.
  var imported: String {
    switch self {
    case .id: "made from the title"
    case .title: "`title`, else `text`, else the host of the feed"
    case .feed: "`xmlUrl`, in upper or lower case"
    case .folder: "the outlines around it, except an outermost `feeds`"
    case .tags: "`category`, without slashes at the ends"
    case .subscribed: "`subscribed`; `true` without it"
    case .dateAdded: "the day of `created` or `overcastAddedDate`, else of the import"
    case .newSince: "the day of the import, for a subscribed podcast"
    case .artwork: "`imageUrl`, until `mixtape feed update` reads it from the feed"
    case .description:
      "`description`, else the `text` beside a `title`, until `mixtape feed update` reads it from the feed"
    case .guid, .author, .categories: "`mixtape feed update` reads it from the feed"
    case .kind: "`podcast`"
    case .notes, .skip: "nothing"
    case .episodes:
      "episodes in Overcast's list: title, file, date, position, and whether they were played. For a podcast that is already in the library, only plays and missing positions"
    }
  }

  /// The place in OPML that an export writes the key to; `nil` if it gets lost.
  var exported: String? {
    switch self {
    case .title: "`title` and `text`"
    case .feed: "`xmlUrl`"
    case .folder: "nested outlines"
    case .tags: "`category`, except tags with a comma"
    case .dateAdded: "`created`"
    case .subscribed:
      "`subscribed`, for named podcasts without a subscription; without names, only subscribed podcasts are written"
    case .kind: "only podcasts are written"
    case .guid, .author, .artwork, .description, .categories: "the feed has it"
    case .id, .newSince, .notes, .skip, .episodes: nil
    }
  }
}
