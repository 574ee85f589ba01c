import MixtapeModel
import Testing

@Suite("Reverting a change of a playlist")
struct PlaylistRevertingTests {
  private let base: Playlist

  init() throws {
    base = try Playlist(
      id: Playlist.ID(validating: "a"), name: "A", description: "old", episodes: [],
      criteria: SmartCriteria(conditions: [WrittenRule(parsing: "year > 2000")], limit: .items(5)))
  }

  @Test func keysAreRevertedOneByOne() throws {
    let after = try base.withName("B").withDescription("new")
    let now = after.withSettings(PlaybackSettings(shuffle: true)).withEpisodes([try Episode.ID(validating: "p/1")])
    let merged = now.reverting(from: base, to: after)
    let (result, conflicts) = (merged.playlist, merged.conflicts)
    #expect(conflicts.isEmpty)
    #expect(try result == now.withName("A").withDescription("old"))
  }

  @Test func revertedKeysStay() throws {
    let after = try base.withName("B")
    let now = base.withDescription("later")
    let merged = now.reverting(from: base, to: after)
    let (result, conflicts) = (merged.playlist, merged.conflicts)
    #expect(result == now && conflicts.isEmpty)
  }

  @Test func aThirdValueIsAConflict() throws {
    let after = try base.withName("B").withDescription("new")
    let now = try after.withName("C")
    let merged = now.reverting(from: base, to: after)
    let (result, conflicts) = (merged.playlist, merged.conflicts)
    #expect(conflicts == [.name])
    #expect(result.name == "C" && result.description == "old")
  }

  /// A key, three values of it, and playlists with these values.
  struct KeyCase: Sendable, CustomTestStringConvertible {
    let key: PlaylistKey
    let values: [FileValue]
    let make: @Sendable (Playlist, Int) throws -> Playlist
    var testDescription: String { key.rawValue }

    init(
      _ key: PlaylistKey, _ values: FileValue...,
      make: @escaping @Sendable (Playlist, Int) throws -> Playlist
    ) {
      (self.key, self.values, self.make) = (key, values, make)
    }
  }

  private static let sorts: [[SortKey]] = [
    SmartCriteria.defaultSort, [.random], [.field(.year, descending: true)],
  ]
  private static let limits: [PlaylistLimit?] = [.items(5), .amount(90, .minutes), nil]

  static let keys = [
    KeyCase(.description, .text("0"), .text("1"), .text("2")) { $0.withDescription(String($1)) },
    KeyCase(.match, .text("all"), .text("any"), .text("none")) { $0.with(match: SmartCriteria.Match.allCases[$1]) },
    KeyCase(.search, .absent, .text("1"), .text("2")) { $0.with(search: $1 == 0 ? .some(nil) : String($1)) },
    KeyCase(.sort, .list(["library"]), .list(["random"]), .list(["-year"])) { $0.with(sort: sorts[$1]) },
    KeyCase(.limit, .number(5), .text("90 min"), .absent) { $0.with(limit: .some(limits[$1])) },
    KeyCase(.seed, .absent, .number(1), .number(2)) { $0.with(seed: $1 == 0 ? .some(nil) : .number(Int64($1))) },
  ]

  @Test(arguments: keys)
  func everyKey(_ key: KeyCase) throws {
    let (before, after, now) = try (key.make(base, 0), key.make(base, 1), key.make(base, 2))
    let undone = after.reverting(from: before, to: after)
    #expect(undone.playlist == before && undone.conflicts.isEmpty)
    let merged = now.reverting(from: before, to: after)
    let (result, conflicts) = (merged.playlist, merged.conflicts)
    #expect(conflicts == [key.key])
    #expect([before, after, now].map { $0[key.key] } == key.values)
    #expect(result == now)
  }
}

extension Playlist {
  fileprivate func with(
    conditions: [WrittenRule]?? = nil, match: SmartCriteria.Match? = nil, search: String?? = nil,
    sort: [SortKey]? = nil,
    limit: PlaylistLimit?? = nil, seed: PlaylistSeed?? = nil
  ) -> Playlist {
    withCriteria(
      SmartCriteria(
        conditions: conditions ?? criteria.conditions, match: match ?? criteria.match,
        search: search ?? criteria.search,
        sort: sort ?? criteria.sort, limit: limit ?? criteria.limit, groupLimit: criteria.groupLimit,
        seed: seed ?? criteria.seed))
  }
}
