import GitHistory
import MixtapeModel
import MixtapeStore

extension JSONOutput {
  /// An episode of a playlist and the change in which it came, as `blame` prints it.
  static func origin(_ origin: EpisodeOrigin, at offset: Int) -> JSONValue {
    [
      "position": position(offset),
      "episode": .string(origin.episode.rawValue),
      "change": origin.change.map(entry) ?? .null,
    ]
  }

  /// What differs of a playlist, a podcast or another file, as `diff` prints it.
  static func difference(_ difference: StoreDifference) throws(MixtapeError) -> JSONValue {
    let old = difference.files.first { $0.old != nil }
    let new = difference.files.first { $0.new != nil }
    let isMove = old != nil && new != nil && old?.path != new?.path
    var members: [(String, JSONValue)] = [
      ("path", .optional((new ?? old)?.path)),
      ("oldPath", isMove ? .optional(old?.path) : .null),
      ("status", old == nil ? "added" : new == nil ? "deleted" : isMove ? "moved" : "modified"),
    ]
    switch difference.meaning {
    case .playlist(let playlist):
      members.append(("playlist", .optional((playlist.after ?? playlist.before)?.id.rawValue)))
      members.append(("changes", changes(playlist)))
    case .podcast(let podcast):
      members.append(("podcast", .optional((podcast.after ?? podcast.before)?.id.rawValue)))
      members.append(("changes", changes(podcast)))
    case .unreadable, .other: members.append(("changes", .null))
    }
    members.append(("patch", .string(try patch(of: difference.files))))
    return .object(members)
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
            "field": .string(field.rawValue),
            "old": difference.before.map { value(of: field, in: $0) } ?? .null,
            "new": difference.after.map { value(of: field, in: $0) } ?? .null,
          ]
        }),
      "episodes": .object(list(difference.episodes)),
    ]
  }

  private static func changes(_ difference: PodcastDifference) -> JSONValue {
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

  /// A position as people count.
  private static func position(_ offset: Int) -> JSONValue { .integer(Int64(offset + 1)) }
}
