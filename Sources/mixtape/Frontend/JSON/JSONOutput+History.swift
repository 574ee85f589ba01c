import MixtapeModel
import MixtapeStore

extension JSONOutput {
  /// Returns an episode of a playlist with the change that added it, for `blame`.
  static func origin(_ origin: EpisodeOrigin, at offset: Int) -> JSONValue {
    [
      "position": position(offset),
      "episode": .string(origin.episode.rawValue),
      "change": origin.change.map(entry) ?? .null,
      "boundary": .bool(origin.isBoundary),
    ]
  }

  /// Returns the difference of a playlist, a podcast or another file, for `diff`.
  static func difference(_ difference: StoreDifference) throws(MixtapeError) -> JSONValue {
    let old = difference.files.first { $0.old != nil }
    let new = difference.files.first { $0.new != nil }
    let isMove = old != nil && new != nil && old?.path != new?.path
    let playlist: Playlist.ID?
    let podcast: Podcast.ID?
    let changes: JSONValue
    switch difference.meaning {
    case .playlist(let difference):
      (playlist, podcast) = ((difference.after ?? difference.before)?.id, nil)
      changes = Self.changes(difference)
    case .podcast(let difference):
      (playlist, podcast) = (nil, (difference.after ?? difference.before)?.id)
      changes = Self.changes(difference)
    case .unreadable, .other: (playlist, podcast, changes) = (nil, nil, .null)
    }
    return [
      "path": .optional((new ?? old)?.path),
      "oldPath": isMove ? .optional(old?.path) : .null,
      "status": old == nil ? "added" : new == nil ? "deleted" : isMove ? "moved" : "modified",
      "playlist": .optional(playlist?.rawValue),
      "podcast": .optional(podcast?.rawValue),
      "changes": changes,
      "patch": .string(try patch(of: difference.files)),
    ]
  }

  private static func patch(of files: [FileDifference]) throws(MixtapeError) -> String {
    var text = ""
    for file in files { text += try file.patch }
    return text
  }

  private static func changes(_ difference: PlaylistDifference) -> JSONValue {
    [
      "fields": .array(
        difference.fields.map { field in
          [
            "field": .string(field.name),
            "old": difference.before.map { value(of: field, in: $0) } ?? .null,
            "new": difference.after.map { value(of: field, in: $0) } ?? .null,
          ]
        }),
      "episodes": .object(list(difference.episodes)),
    ]
  }

  static func changes(_ difference: PodcastDifference) -> JSONValue {
    let changed = difference.changedEpisodes.map { episode -> JSONValue in
      ["episode": .string(episode.id.rawValue), "fields": .strings(episode.fields)]
    }
    return [
      "fields": .strings(difference.fields.map(\.rawValue)),
      "episodes": .object(list(difference.episodes) + [("changed", .array(changed))]),
    ]
  }

  private static func list(_ difference: ListDifference<Episode.ID>) -> [(String, JSONValue)] {
    func place(_ place: ListDifference<Episode.ID>.Place) -> JSONValue {
      ["episode": .string(place.element.rawValue), "position": position(place.offset)]
    }
    let moved = difference.moved.map { move -> JSONValue in
      ["episode": .string(move.element.rawValue), "from": position(move.from), "to": position(move.to)]
    }
    return [
      ("added", .array(difference.added.map(place))), ("removed", .array(difference.removed.map(place))),
      ("moved", .array(moved)),
    ]
  }

  /// Returns a position, counted from 1.
  private static func position(_ offset: Int) -> JSONValue { .integer(Int64(offset + 1)) }
}
