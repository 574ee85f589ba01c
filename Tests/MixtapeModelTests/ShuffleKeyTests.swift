import MixtapeModel
import Testing

@Suite struct ShuffleKeyTests {
  @Test(
    "Keys are the same in all versions",
    arguments: [("night-sky/042-auroras", 7), ("night-sky/042-auroras", -1), ("a/b", 0)] as [(String, Int64)])
  func pinned(id: String, seed: Int64) {
    let keys: [String: Int64] = [
      "night-sky/042-auroras 7": -3_136_464_689_481_456_282, "night-sky/042-auroras -1": -5_102_093_966_174_960_316,
      "a/b 0": 428_537_014_479_980_552,
    ]
    #expect(ShuffleKey(of: id.utf8, seed: seed).value == keys["\(id) \(seed)"])
  }
}
