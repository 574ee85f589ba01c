public import MixtapeModel

/// Unique ids for missing entries, made from artist and title.
public struct MissingEntryNames: Sendable {
  private let podcast: String
  /// The ids by the comments of the entries, which contain all their values and are much smaller than the entries.
  private var ids: [String?: Episode.ID] = [:]
  private var used = UniqueNames()

  /// Makes names.
  ///
  /// - Parameters:
  ///   - existing: The missing entries of other playlists, by id. Equal entries get the same id.
  ///   - podcasts: The podcasts of the library. If `unresolved` is among them, ids get another prefix.
  public init(existing: [Episode.ID: MissingEntry] = [:], podcasts: Set<Podcast.ID> = []) {
    var (prefix, number) = (MissingEntry.podcast, 1)
    while podcasts.contains(where: { $0.rawValue == prefix }) {
      number += 1
      prefix = "\(MissingEntry.podcast)-\(number)"
    }
    podcast = prefix
    for (id, entry) in existing.sorted(by: { $0.key < $1.key }) {
      let comment = entry.comment
      if ids[comment] == nil { ids[comment] = id }
    }
    for id in existing.keys { used.insert(id.name) }
  }

  /// Returns the id and the comment of a missing entry.
  ///
  /// - Parameter preferred: The id that the entry had before. It is kept if it is free.
  public mutating func placeholder(
    of entry: MissingEntry, preferred: Episode.ID? = nil
  ) -> (id: Episode.ID, comment: String?)? {
    let comment = entry.comment
    if let id = ids[comment] { return (id, comment) }
    let id: Episode.ID?
    if let preferred, used.insert(preferred.name) {
      id = preferred
    } else {
      id = Episode.ID(rawValue: "\(podcast)/\(used.add(Self.name(of: entry.entry)))")
    }
    guard let id else { return nil }
    ids[comment] = id
    return (id, comment)
  }

  /// Returns a readable name: artist and title. The name of the file stands for a missing title, and contains the artist already if
  /// it begins with it.
  private static func name(of entry: InterchangeEntry) -> String {
    let title = entry.title ?? entry.locations.first.flatMap { Location($0).fileStem }
    let artist = entry.title == nil && isStart(entry.artist, of: title) ? nil : entry.artist
    let text = [artist, title].compactMap(\.self).joined(separator: " ").nonEmpty ?? entry.display
    return Playlist.ID(suggestedBy: text)?.rawValue ?? "entry"
  }

  private static func isStart(_ artist: String?, of name: String?) -> Bool {
    guard let artist, let name else { return false }
    return name.lowercased().hasPrefix(artist.lowercased())
  }
}
