import MixtapeModel
import Testing

@Suite("NearestNames")
struct NearestNamesTests {
  @Test(
    "finds typing errors, other case, and parts",
    arguments: [
      ("mornin", ["evening", "morning"], ["morning"]), ("mroning", ["morning"], ["morning"]),
      ("Morning", ["morning", "mourning"], ["morning", "mourning"]),
      ("commute", ["morning-commute"], ["morning-commute"]),
      ("focus", ["zebra", "deep-focus", "focsu", "focus-2"], ["focsu", "deep-focus", "focus-2"]),
      ("xyz", ["abc"], []), ("", ["a"], []), ("fo", ["deep-focus"], []), ("नमस्त", ["नमस्ते"], ["नमस्ते"]),
    ])
  func near(_ name: String, _ candidates: [String], _ expected: [String]) {
    #expect(NearestNames.of(name, among: candidates) == expected)
  }

  @Test("the name itself is not suggested; the number is limited and the order fixed")
  func limits() {
    let candidates = ["mix-4", "mix-2", "mix-1", "mix-3"]
    #expect(NearestNames.of("mix-1", among: candidates) == ["mix-2", "mix-3", "mix-4"])
    #expect(NearestNames.of("mix-5", among: candidates, limit: 1) == ["mix-1"])
    #expect(NearestNames.of("mix-5", among: candidates, limit: 0).isEmpty)
  }

  @Test("long names are ignored")
  func length() {
    let long = String(repeating: "x", count: 10_000_000)
    #expect(NearestNames.of(long, among: [long + "y", "x"]).isEmpty)
    #expect(NearestNames.of("x", among: [long]).isEmpty)
    let longest = String(repeating: "x", count: 200)
    #expect(NearestNames.of(longest, among: [longest.dropLast() + "y"]).count == 1)
  }

  @Test(
    "one typing error",
    arguments: [
      ("conditons", "conditions", true), ("conditiosn", "conditions", true), ("condition", "conditions", true),
      ("Conditions", "conditions", true), ("conditions", "conditions", false), ("cnditins", "conditions", false),
      ("", "a", true), ("", "ab", false), ("ab", "ba", true), ("CONDITIONS", "conditions", true),
      ("CONDITONS", "conditions", true), ("CNDITINS", "conditions", false),
    ])
  func oneSlip(_ left: String, _ right: String, _ expected: Bool) {
    #expect(NearestNames.differByOneTypo(left, right) == expected)
    #expect(NearestNames.differByOneTypo(right, left) == expected)
  }

  @Test(
    "episodes are near by their own name or that of their podcast",
    arguments: [
      ("night-sky/comet", ["night-sky/comets"]), ("night-sky/gone", []), ("night-sky/monday", []),
      ("nigth-sky/comets", ["night-sky/comets"]), ("nigth-sky/comet", ["night-sky/comets"]), ("nigth-sky/gone", []),
      ("night-skx/part-1", ["night-sky/part-1", "night-sky/part-2", "night-sky/part-3"]), ("other/comets", []),
      ("night-sky/part-1", ["night-sky/part-2", "night-sky/part-3", "night-sky/part-4"]),
    ])
  func episodes(_ wanted: String, _ expected: [String]) throws {
    let candidates = try [
      "night-sky/comets", "night-sky/auroras", "daily-byte/monday", "night-sky/part-4", "night-sky/part-1",
      "night-sky/part-2", "night-sky/part-3",
    ].map { try Episode.ID(validating: $0) }
    let id = try Episode.ID(validating: wanted)
    #expect(NearestNames.of(id, among: candidates).map(\.rawValue) == expected)
    #expect(NearestNames.of(id, among: candidates, limit: 1).map(\.rawValue) == Array(expected.prefix(1)))
  }
}
