internal import MixtapeModel

/// Parts of imported playlists that have no key in playlist files.
enum UnsupportedParts {
  /// Returns the lost parts of a playlist. Values that episodes of the library have, such as pictures, are not lost.
  static func losses(of playlist: InterchangePlaylist) -> [Loss] {
    var names: [String] = []
    let values: [(String, Bool)] = [
      ("creator", playlist.creator != nil), ("image", playlist.image != nil), ("info", playlist.info != nil),
      ("location", playlist.location != nil), ("identifier", playlist.identifier != nil),
      ("date", playlist.date != nil), ("license", playlist.license != nil),
      ("attribution", !playlist.attributions.isEmpty), ("link", !playlist.links.isEmpty),
      ("meta", !playlist.metas.isEmpty),
    ]
    names += values.filter(\.1).map(\.0)
    names += playlist.extensions.map { name(ofExtension: $0.application) }
    let entries = playlist.entries
    let counts: [(String, Int)] = [
      ("annotation", entries.count { $0.annotation != nil }), ("link", entries.count { !$0.links.isEmpty }),
      ("meta", entries.count { !$0.metas.isEmpty }),
    ]
    names += counts.filter { $0.1 > 0 }.map { "\($0.0) of \(counted($0.1, "entry", "entries"))" }
    var applications: [String: Int] = [:]
    for entry in entries { for other in entry.extensions { applications[other.application, default: 0] += 1 } }
    names += applications.sorted { $0.key < $1.key }.map {
      "\(name(ofExtension: $0.key)) of \(counted($0.value, "entry", "entries"))"
    }
    return names.map { Loss(.element($0), of: playlist.label, Loss.noKey) }
  }
  private static func name(ofExtension application: String) -> String {
    application.isEmpty ? "extension without `application`" : "extension \(application)"
  }
}
