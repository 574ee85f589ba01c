// The attributes that are lost.

extension OutlineAttributes {
  private static let common: Set<String> = ["type", "text", "title"]
  private static let ofEpisode = common.union([
    "enclosureurl", "pubdate", "played", "progress", "userupdateddate",
  ])
  /// The version of a feed says nothing about the podcast.
  private static let ofOutline = common.union([
    "xmlurl", "feedurl", "url", "htmlurl", "guid", "podcastguid", "description", "imageurl", "category", "subscribed",
    "created",
    "overcastaddeddate", "version",
  ])

  /// The names of attributes that say something, and that are not read.
  var unreadNames: [String] {
    let known = isEpisode ? Self.ofEpisode : Self.ofOutline
    return names.filter { name in
      // `false` is what a list without the attribute says.
      !known.contains(name.key) && self[name.key] != nil && flag(name.key) != false
    }.map(\.written)
  }

  /// The names of attributes with values that cannot be read. Addresses of feeds and files are reported with their outlines.
  var invalidNames: [String] {
    names.filter { name in
      guard self[name.key] != nil else { return false }
      return switch (name.key, isEpisode) {
      case ("progress", true): position == nil
      case ("played", true), ("subscribed", false): flag(name.key) == nil
      case ("pubdate", true), ("userupdateddate", true), ("created", false), ("overcastaddeddate", false):
        date(name.key) == nil
      case ("htmlurl", false), ("imageurl", false): address(name.key) == nil
      default: false
      }
    }.map(\.written)
  }
}
