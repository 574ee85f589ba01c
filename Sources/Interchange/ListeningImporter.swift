public import MixtapeModel

/// Finds the tracks of other libraries in the library, and makes records of what their users heard.
public struct ListeningImporter: Sendable {
  private let library: [Podcast.ID: Podcast]
  private let matcher: LibraryMatcher
  private let fields: [TrackField]
  private var records: [Episode.ID: Episode] = [:]
  private var (missing, uncertain): (Int, Int) = (0, 0)
  private var losses: [Loss] = []

  /// Makes an importer.
  ///
  /// - Parameters:
  ///   - library: The podcasts and albums in which tracks are looked up.
  ///   - ratings: Whether ratings are imported.
  ///   - plays: Whether numbers of plays, times of the last play and dates of addition are imported.
  public init(library: [Podcast], ratings: Bool, plays: Bool) {
    self.library = Dictionary(library.map { ($0.id, $0) }) { first, _ in first }
    matcher = LibraryMatcher(library)
    fields = (ratings ? [.rating] : []) + (plays ? [.playCount, .lastPlayedAt, .dateAdded] : [])
  }

  /// Adds the tracks of a document. A track with only a date of addition is left out if the library does not have it.
  ///
  /// - Complexity: O(*n*) in the tracks.
  public mutating func add(_ document: InterchangeDocument) {
    for track in document.tracks {
      var wanted: Episode.Fields = [:]
      for field in fields { wanted[field] = track.fields[field] }
      guard wanted.count > 0 else { continue }
      let isHeard = ListenedTrack(track.entry, wanted).isHeard
      switch matcher.match(track.entry) {
      case .episode(let id, _):
        let record = Episode(id: id, fields: wanted)
        records[id] = records[id].map { $0.combining(listening: record) } ?? record
      case .unsure(let candidates) where isHeard:
        uncertain += 1
        lose(track, "the track may be \(Self.listed(candidates))")
      case .missing where isHeard:
        missing += 1
        lose(track, "the library does not have the track")
      case .unsure, .missing: break
      }
    }
  }

  /// Returns the records of all documents.
  ///
  /// - Parameter replacingRatings: Whether ratings replace others in the library. Otherwise, those are reported.
  public func finished(replacingRatings: Bool) -> ImportedListening {
    var differing = 0
    let podcasts = Set(records.keys.map(\.podcast)).sorted().compactMap { id -> Podcast? in
      guard let podcast = library[id] else { return nil }
      let found = podcast.episodes.compactMap { episode in self.records[episode.id].map { (episode, $0) } }
      differing += found.count { $0.rating != nil && $1.rating != nil && $0.rating != $1.rating }
      return podcast.withEpisodes(found.map(\.1))
    }
    var losses = losses
    if differing > 0, !replacingRatings {
      losses.append(
        Loss(
          .element("ratings of \(counted(differing, "episode"))"), of: nil,
          "the library has other ones, which stay; --replace replaces them"))
    }
    return ImportedListening(podcasts: podcasts, missing: missing, uncertain: uncertain, losses: losses)
  }

  private mutating func lose(_ track: ListenedTrack, _ reason: String) {
    losses.append(Loss(.element("listening data of \"\(track.entry.display.onOneLine)\""), of: nil, reason))
  }

  private static func listed(_ candidates: [Episode.ID]) -> String {
    candidates.map(\.rawValue).joined(separator: " or ")
  }
}

/// The records of listening in other libraries.
public struct ImportedListening: Hashable, Sendable {
  /// The podcasts of the library with records of their episodes. Only ``Episode/listeningFields`` count.
  public let podcasts: [Podcast]
  /// The number of heard tracks that the library does not have.
  public let missing: Int
  /// The number of heard tracks that may be several episodes, or one not certainly.
  public let uncertain: Int
  /// The parts of the libraries that are lost.
  public let losses: [Loss]
}
