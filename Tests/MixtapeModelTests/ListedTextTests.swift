import MixtapeModel
import Testing

@Suite("ListedText")
struct ListedTextTests {
  /// navidrome issue 2708, feishin issue 819: several tags, `;`, NUL and ` / `.
  @Test(arguments: [
    ("Rock", ["Rock"]), ("Rock; Pop", ["Rock", "Pop"]), ("Rock;Pop; Rock", ["Rock", "Pop"]),
    ("Rock / Pop", ["Rock", "Pop"]),
    ("AC/DC", ["AC/DC"]), ("Rock\0Pop", ["Rock", "Pop"]), ("", [""]), (";", [";"]),
    ("Earth, Wind & Fire", ["Earth, Wind & Fire"]),
  ])
  func values(_ text: String, _ values: [String]) { #expect(ListedText.values(in: text) == values) }

  @Test func listsAreWhatWasJoined() {
    #expect(ListedText.list(in: ListedText.joined(["A", "B"])) == ["A", "B"])
    #expect(ListedText.list(in: "A / B") == nil)
    #expect(ListedText.list(in: "A") == nil)
    #expect(ListedText.list(in: "A;B") == nil)
  }
}
