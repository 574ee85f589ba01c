import Foundation
import Testing

@testable import MixtapeModel

/// Episodes of a feed that changed guids and addresses, and whose dates moved.
struct SourceMatchingTests {
  private let id: Podcast.ID

  init() throws { id = try #require(Podcast.ID(rawValue: "sky")) }

  /// Returns an episode with a guid that no other one has.
  ///
  /// - Parameter file: The end of its address, by default one that no other episode has.
  private func episode(
    _ title: String, hour: Double, seconds: Double? = nil, from host: String, file: String? = nil
  ) -> Episode {
    var fields: Episode.Fields = [.title: .text(title)]
    fields[.duration] = seconds.map(Episode.FieldValue.seconds)
    let name = "\(host)-\(title)-\(hour)"
    return Episode(
      id: Episode.ID(unchecked: id, name: "x"), guid: name, url: "https://\(host)/\(file ?? "\(name).mp3")",
      published: Date(timeIntervalSince1970: hour * 3_600), fields: fields)
  }

  private func matches(_ new: [Episode], in old: [Episode]) -> [Int?] { SourceMatching(new, in: old).matches }

  @Test(arguments: [(1, [0, 1]), (-10, [0, 1]), (24, [0, 1]), (25, [nil, nil])] as [(Double, [Int?])])
  func `unique titles and ends of addresses match if the dates are at most a day apart`(shift: Double, expected: [Int?])
  {
    func both(from host: String, later hours: Double = 0) -> [Episode] {
      [("A", 47.5), ("B", 23.5)].map { episode($0, hour: $1 + hours, from: host, file: "\($0).mp3") }
    }
    #expect(matches(both(from: "new", later: shift), in: both(from: "old")) == expected)
  }

  @Test func `one episode matches if a time zone explains the distance`() {
    let old = [episode("A", hour: 23.5, from: "old", file: "a.mp3")]
    #expect(matches([episode("A", hour: 36, from: "new", file: "a.mp3")], in: old) == [0])
    // A feed with the latest episode of a daily show only.
    #expect(matches([episode("A", hour: 36, from: "new")], in: old) == [nil])
  }

  @Test(arguments: [nil, 300.0]) func `two bulletins of one day with one title are two episodes`(seconds: Double?) {
    let morning = episode("News", hour: 6, seconds: 300, from: "a", file: "am/news.mp3")
    let evening = episode("News", hour: 18, seconds: seconds, from: "a", file: "pm/news.mp3")
    #expect(matches([evening], in: [morning]) == [nil])
    #expect(matches([evening, morning], in: [morning]) == [nil, 0])
    let others = [episode("Weather", hour: 6.5, seconds: 300, from: "a")]
    #expect(
      matches([evening, episode("Weather", hour: 18.5, seconds: 300, from: "a")], in: [morning] + others) == [nil, nil])
  }

  @Test(arguments: [
    "https://cdn/3.mp3", "http://old/3.mp3", "https://old/3.mp3?token=b", "https://count.example/r/old/3.mp3",
    "https://other.example/x/count.example/y/cdn.example/3.mp3#t=1",
  ])
  func `an episode of another time is the same one if its address ends alike`(address: String) {
    let prefixed = episode("Ep", hour: 6, from: "count.example", file: "r/cdn.example/3.mp3?token=a")
    let plain = episode("Ep", hour: 6, from: "old", file: "3.mp3?token=a")
    let new = [episode("Ep", hour: 7, from: "old").withURL(address), episode("Other", hour: 30, from: "old")]
    #expect(matches(new, in: [plain]) == [0, nil])
    #expect(matches(new, in: [prefixed]) == [0, nil])
    #expect(matches([new[0].withURL("https://old/2.mp3"), new[1]], in: [plain]) == [nil, nil])
  }

  @Test func `an episode that was written by hand matches by its title`() {
    let listed = episode("A", hour: 30, from: "a")
    let ofDay = Episode(id: listed.id, published: Date(timeIntervalSince1970: 86_400), fields: listed.fields)
    #expect(matches([listed], in: [ofDay]) == [0])
    #expect(matches([listed], in: [Episode(id: listed.id, fields: listed.fields)]) == [0])
    #expect(matches([listed], in: [Episode(id: listed.id, url: "https://mine/a.mp3", fields: listed.fields)]) == [0])
    #expect(matches([episode("A", hour: 60, from: "a")], in: [ofDay]) == [nil])
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
