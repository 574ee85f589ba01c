import Testing

@testable import MixtapeModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Episodes of a feed that changed guids and addresses, and whose dates moved.
struct SourceMatchingTests {
  private let id: Podcast.ID

  init() throws { id = try #require(Podcast.ID(rawValue: "sky")) }

  /// Returns an episode with a guid and an address that no other one has.
  private func episode(_ title: String, hour: Double, seconds: Double? = nil, from host: String) -> Episode {
    var fields: Episode.Fields = [.title: .text(title)]
    fields[.duration] = seconds.map(Episode.FieldValue.seconds)
    let name = "\(host)-\(title)-\(hour)"
    return Episode(
      id: Episode.ID(unchecked: id, name: "x"), guid: name, url: "https://\(host)/\(name).mp3",
      published: Date(timeIntervalSince1970: hour * 3_600), fields: fields)
  }

  private func matches(_ new: [Episode], in old: [Episode]) -> [Int?] { SourceMatching(new, in: old).matches }

  @Test(arguments: [(1, [0, 1]), (-10, [0, 1]), (24, [0, 1]), (25, [nil, nil])] as [(Double, [Int?])])
  func `unique titles match if the dates are at most a day apart`(shift: Double, expected: [Int?]) {
    let old = [episode("A", hour: 47.5, from: "old"), episode("B", hour: 23.5, from: "old")]
    let new = [episode("A", hour: 47.5 + shift, from: "new"), episode("B", hour: 23.5 + shift, from: "new")]
    #expect(matches(new, in: old) == expected)
  }

  @Test func `one episode matches if a time zone explains the distance`() {
    let old = [episode("A", hour: 23.5, from: "old")]
    #expect(matches([episode("A", hour: 36, from: "new")], in: old) == [0])
    // A feed with the latest episode of a daily show only.
    #expect(matches([episode("A", hour: 47.5, from: "new")], in: old) == [nil])
  }

  @Test func `daily shows with one title do not match the next day`() {
    let old = [episode("News", hour: 47, from: "a"), episode("News", hour: 23, from: "a")]
    #expect(matches([episode("News", hour: 71, from: "a")], in: old) == [nil])
    let new = [episode("News", hour: 71, from: "a"), episode("News", hour: 47, from: "a")]
    #expect(matches(new, in: old) == [nil, 0])
    // Shows with a morning and an evening.
    let slots = [
      episode("Morning", hour: 6, seconds: 300, from: "a"), episode("Evening", hour: 18, seconds: 200, from: "a"),
    ]
    let next = [
      episode("Morning", hour: 30, seconds: 310, from: "a"), episode("Evening", hour: 42, seconds: 220, from: "a"),
    ]
    #expect(matches(next, in: slots) == [nil, nil])
  }

  /// Returns an episode of a feed whose address always has the latest one.
  private func latest(_ title: String, day: Double) -> Episode {
    episode(title, hour: 24 * day + 7, from: "a").withURL("https://a/latest.mp3")
  }

  @Test func `episodes that share one address do not replace each other`() {
    let old = [latest("C", day: 3), latest("B", day: 2), latest("A", day: 1)]
    #expect(matches([latest("D", day: 4), latest("C", day: 3), latest("B", day: 2)], in: old) == [nil, 0, 1])
    #expect(matches([latest("D", day: 4)], in: [old[0]]) == [nil])
    // A feed with the latest episode only.
    #expect(matches([latest("News", day: 4)], in: [latest("News", day: 3)]) == [nil])
    // A feed with new guids and dates.
    let moved = [latest("News", day: 4), episode("B", hour: 7, from: "a")]
    #expect(matches(moved, in: [latest("News", day: 2)]) == [0, nil])
  }

  @Test func `without guids, an episode with the address of another one has another day and title`() {
    func unidentified(_ title: String, day: Double) -> Episode {
      let episode = latest(title, day: day)
      return Episode(id: episode.id, url: episode.url, published: episode.published, fields: episode.fields)
    }
    let old = [unidentified("C", day: 3)]
    #expect(matches([unidentified("D", day: 4)], in: old) == [nil])
    #expect(matches([unidentified("D", day: 3)], in: old) == [0])
    #expect(matches([unidentified("C", day: 4)], in: old) == [0])
  }
}
