import MixtapeModel
import TestSupport
import Testing

@Suite struct NaturalOrderKeyTests {
  private func key(_ text: String) -> [UInt8] { Array((NaturalOrderKey.of(text) ?? text).utf8) }

  @Test func `numbers in titles are compared by value`() {
    let sorted = [
      "1", "02", "2a", "10", "a", "part", "part 1", "part 2", "part 2b", "part 10", "part 010b", "part 100", "part a",
      "s1e9", "s1e10", "s2e1", "é 2", "é 10",
    ]
    #expect(
      sorted.shuffled().sorted { key($0).lexicographicallyPrecedes(key($1)) } == sorted)
    #expect(NaturalOrderKey.of("part") == nil)
    #expect(key("part 007") == key("part 7"))
  }

  @Test func `the order is that of ids`() {
    var random = SeededGenerator()
    let characters = Array("ab-_019 :é")
    let texts = (0..<300).map { _ in
      String((0..<Int.random(in: 0...6, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" })
    }
    for (left, right) in zip(texts, texts.dropFirst()) where key(left) != key(right) {
      #expect(
        key(left).lexicographicallyPrecedes(key(right)) == NaturalOrder.precedes(left, right), "\(left) \(right)")
    }
  }

  @Test func `very long numbers are compared as text`() {
    let long = String(repeating: "9", count: 200)
    #expect(key(long).lexicographicallyPrecedes(key(long + "1")))
    #expect(key("1" + long).lexicographicallyPrecedes(key("2" + long)))
  }
}
