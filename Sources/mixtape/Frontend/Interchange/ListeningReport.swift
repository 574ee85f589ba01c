import Interchange
import MixtapeModel
import TerminalUI

/// The result of an import of ratings and plays, as text and as JSON.
struct ListeningReport {
  let imported: ImportedListening
  let plan: PodcastPlan
  let isDryRun: Bool

  /// The result in one sentence.
  var sentence: StyledText {
    let verb = isDryRun ? "Would import" : "Imported"
    let episodes = plan.updatedEpisodes
    let counts = Self.nouns.compactMap { field, noun, plural in
      let count = episodes.count { $0.before.fields[field] != $0.after.fields[field] }
      return count > 0 ? counted(count, noun, plural) : nil
    }
    return
      "\(verb) listening data of \(counted(episodes.count, "episode")): \(counts.joined(separator: ", "))\(notFound)."
  }

  /// The reason why nothing is imported.
  var nothing: String {
    imported.podcasts.isEmpty
      ? "Nothing to import: the library has none of the tracks\(notFound)."
      : "Nothing to import: no value in the library changes\(notFound)."
  }

  private var notFound: String {
    let parts = [(imported.missing, "not found"), (imported.uncertain, "uncertain")].filter { $0.0 > 0 }
    return parts.isEmpty ? "" : "; " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private static let nouns: [(TrackField, String, String?)] = [
    (.rating, "rating", nil), (.playCount, "play count", nil), (.lastPlayedAt, "last play", nil),
    (.dateAdded, "date added", "dates added"),
  ]

  /// The result as JSON.
  var json: JSONValue {
    [
      "operation": "import",
      "dryRun": .bool(isDryRun),
      "changed": .bool(plan.savedVersion != nil),
      "listening": .array(
        plan.updatedEpisodes.map { _, after in
          [
            "episode": .string(after.id.rawValue), "rating": after.rating.map(JSONValue.integer) ?? .null,
            "playCount": after.playCount.map(JSONValue.integer) ?? .null,
            "lastPlayedAt": Self.time(.lastPlayedAt, of: after),
            "dateAdded": Self.time(.dateAdded, of: after),
          ]
        }),
      "missing": .integer(Int64(imported.missing)),
      "uncertain": .integer(Int64(imported.uncertain)),
      "losses": JSONOutput.losses(imported.losses),
      "commit": .optional(plan.savedVersion),
    ]
  }

  private static func time(_ field: TrackField, of episode: Episode) -> JSONValue {
    if case .date(let date)? = episode.fields[field] { .string(Timestamp.utc(date)) } else { .null }
  }
}
