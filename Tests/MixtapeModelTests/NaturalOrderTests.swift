import MixtapeModel
import TestSupport
import Testing

@Suite struct NaturalOrderTests {
  @Test(arguments: [
    ["list-2", "list-10", "list-199"],
    ["a", "a-b", "a.b", "a1", "a2", "a10", "z", "é"],
    ["s1e2", "s1e10", "s2e1", "s10e1"],
    // Leading zeros do not count, unless the names are equal otherwise.
    ["007", "07", "7", "007a", "8", "010", "11"],
    ["0", "00", "1"],
    // Numbers have no limit.
    ["x-99999999999999999998", "x-99999999999999999999", "x-100000000000000000000"],
    // Other digits are letters.
    ["٢", "٣", "١٠"].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
  ])
  func `numbers are ordered by value, and the rest by bytes`(_ names: [String]) {
    #expect(names.reversed().sorted(by: NaturalOrder.precedes) == names)
    #expect(names.shuffled().sorted(by: NaturalOrder.precedes) == names)
  }

  @Test func `ids of all kinds and folders have this order`() throws {
    let names = ["b-10", "b-9", "a-100", "a-20"]
    let order = ["a-20", "a-100", "b-9", "b-10"]
    #expect(try names.map(Playlist.ID.init(validating:)).sorted().map(\.rawValue) == order)
    #expect(try names.map(Podcast.ID.init(validating:)).sorted().map(\.rawValue) == order)
    #expect(try names.map { try Episode.ID(validating: "p/\($0)") }.sorted().map(\.name) == order)
    #expect(try names.map { try Folder(validating: "x/\($0)") }.sorted().map(\.path) == order.map { "x/\($0)" })
  }

  @Test func `the order is total`() {
    var generator = SeededGenerator()
    let alphabet = ["0", "1", "9", "00", "10", "a", "-", "."]
    let names = (0..<60).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "" }
        .joined()
    }
    for a in names {
      for b in names {
        let (before, after) = (NaturalOrder.precedes(a, b), NaturalOrder.precedes(b, a))
        #expect((before ? 1 : 0) + (after ? 1 : 0) == (a == b ? 0 : 1), "\(a) and \(b): \(generator)")
        guard before else { continue }
        for c in names where NaturalOrder.precedes(b, c) {
          #expect(NaturalOrder.precedes(a, c), "\(a), \(b) and \(c): \(generator)")
        }
      }
    }
  }
}
