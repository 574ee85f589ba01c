import Foundation
import MixtapeModel
import Testing

@Suite("Merging plays")
struct PlayMergeTests {
  /// The plays of one episode: how many there are, and the second of the last one.
  struct Plays: Hashable {
    let count: Int64?
    let last: Double?

    init(_ count: Int64?, _ last: Double?) { (self.count, self.last) = (count, last) }
  }

  /// The plays in three versions of an episode, and those of the merge.
  struct Case {
    let base: Plays
    let ours: Plays
    let theirs: Plays
    let merged: Plays
  }

  @Test(arguments: [
    // Different plays.
    Case(base: Plays(2, 10), ours: Plays(3, 20), theirs: Plays(4, 30), merged: Plays(5, 30)),
    // The same plays, as after a cherry-pick.
    Case(base: Plays(2, 10), ours: Plays(3, 20), theirs: Plays(3, 20), merged: Plays(3, 20)),
    Case(base: Plays(nil, nil), ours: Plays(1, 20), theirs: Plays(1, 20), merged: Plays(1, 20)),
    // Both clocks are behind the last play, so its time stays.
    Case(base: Plays(2, 10), ours: Plays(3, 10), theirs: Plays(3, 10), merged: Plays(4, 10)),
    // Numbers without times, which nobody records.
    Case(base: Plays(2, nil), ours: Plays(3, nil), theirs: Plays(3, nil), merged: Plays(3, nil)),
    // Both sides removed the plays, or some of them.
    Case(base: Plays(2, 10), ours: Plays(nil, nil), theirs: Plays(nil, nil), merged: Plays(nil, nil)),
    Case(base: Plays(3, 10), ours: Plays(2, 10), theirs: Plays(2, 10), merged: Plays(2, 10)),
  ])
  func `plays of both sides are added, but not twice`(_ plays: Case) throws {
    // Whether an episode states all values that it could inherit makes no difference.
    for stated in [[], Set(Episode.Inheritance.fields)] {
      let versions = try [plays.base, plays.ours, plays.theirs].map { try podcast($0, stating: stated) }
      for (our, their) in [(versions[1], versions[2]), (versions[2], versions[1])] {
        let result = MergedPodcast(base: versions[0], ours: our, theirs: their)
        #expect(result.conflicts.isEmpty)
        #expect(self.plays(of: result.podcast) == plays.merged)
      }
    }
  }

  /// The position of one episode, and the second of its last play.
  struct Position: Hashable {
    let seconds: Double?
    let last: Double?

    init(_ seconds: Double?, _ last: Double?) { (self.seconds, self.last) = (seconds, last) }
  }

  @Test(arguments: [
    // Both sides played it, and one of them to its end.
    [Position(300, 10), Position(500, 20), Position(400, 30), Position(400, 30)],
    [Position(300, 10), Position(500, 20), Position(nil, 30), Position(nil, 30)],
    [Position(nil, nil), Position(500, 20), Position(nil, 30), Position(nil, 30)],
    [Position(nil, nil), Position(500, 40), Position(nil, 30), Position(500, 40)],
    // At the same time.
    [Position(300, 10), Position(500, 20), Position(400, 20), Position(500, 20)],
    [Position(300, 10), Position(500, 20), Position(nil, 20), Position(nil, 20)],
    // One side marked it as not played, or edited the position.
    [Position(300, 10), Position(nil, nil), Position(400, 30), Position(400, 30)],
    [Position(300, 10), Position(100, 10), Position(400, 30), Position(400, 30)],
    [Position(300, 10), Position(100, 10), Position(300, 30), Position(300, 30)],
    // Only one side played it.
    [Position(300, 10), Position(300, 10), Position(400, 30), Position(400, 30)],
    [Position(300, 10), Position(300, 10), Position(nil, 30), Position(nil, 30)],
  ])
  func `the later play decides the position`(_ positions: [Position]) throws {
    let versions = try positions.map { position in
      try podcast(Plays(1, position.last)) { $0.withPosition(position.seconds) }
    }
    for (our, their) in [(versions[1], versions[2]), (versions[2], versions[1])] {
      let result = MergedPodcast(base: versions[0], ours: our, theirs: their)
      #expect(result.conflicts.isEmpty)
      #expect(result.podcast.episodes == versions[3].episodes)
    }
  }

  @Test func `positions that both sides edited are a conflict`() throws {
    let versions = try [300.0, 400, 500].map { seconds in
      try podcast(Plays(1, 10)) { $0.withPosition(seconds) }
    }
    let result = MergedPodcast(base: versions[0], ours: versions[1], theirs: versions[2])
    #expect(result.conflicts == [.episode(versions[0].episodes[0].id, .field(.position))])
  }

  @Test func `an episode that both sides added has the earlier time`() throws {
    let id = try #require(Podcast.ID(rawValue: "sky"))
    let versions = try [10.0, 20].map { time in
      let fields: Episode.Fields = [.title: .text("X"), .dateAdded: .date(Date(timeIntervalSince1970: time))]
      return Podcast(
        id: id, title: "Sky", episodes: [Episode(id: try #require(Episode.ID(rawValue: "sky/x")), fields: fields)])
    }
    let base = Podcast(id: id, title: "Sky", episodes: [])
    for (our, their) in [(versions[0], versions[1]), (versions[1], versions[0])] {
      let result = MergedPodcast(base: base, ours: our, theirs: their)
      #expect(result.conflicts.isEmpty)
      #expect(result.podcast.episodes == versions[0].episodes)
    }
  }

  @Test func `plays that are reverted already are not reverted again`() throws {
    let (before, after) = (try podcast(Plays(2, 10)), try podcast(Plays(3, 10)))
    for (base, now) in [(before, after), (after, before)] {
      let matching = EpisodeMatching(base: base, ours: now, theirs: now)
      let merged = MergedPodcast(base: base, ours: now, theirs: now, matching, precedence: .theirs)
      #expect(plays(of: merged.podcast) == plays(of: now))
    }
  }

  private func podcast(
    _ plays: Plays, stating stated: Set<TrackField> = [], _ change: (Episode) -> Episode = { $0 }
  ) throws -> Podcast {
    let fields: [TrackField: Episode.FieldValue?] = [
      .playCount: plays.count.map(Episode.FieldValue.integer),
      .lastPlayedAt: plays.last.map { .date(Date(timeIntervalSince1970: $0)) },
    ]
    var episode = try Episode(id: Episode.ID(validating: "p/1"), stated: stated)
    for (field, value) in fields { episode = episode.with(field, value) }
    return Podcast(id: try Podcast.ID(validating: "p"), title: "P", episodes: [change(episode)])
  }

  private func plays(of podcast: Podcast) -> Plays {
    let episode = podcast.episodes.first
    return Plays(episode?.playCount, episode?.lastPlayedAt?.timeIntervalSince1970)
  }
}
