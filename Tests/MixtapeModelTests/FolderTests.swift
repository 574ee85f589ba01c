import MixtapeModel
import TestSupport
import Testing

@Suite("Folder")
struct FolderTests {
  @Test(
    "reads a path and ignores slashes at its ends",
    arguments: [
      ("", []), ("/", []), ("///", []), ("work", ["work"]), ("/work/mornings/", ["work", "mornings"]),
      ("Slow Ones/夜", ["Slow Ones", "夜"]), ("x\u{D4E}/y", ["x\u{D4E}", "y"]),
    ])
  func path(_ path: String, _ components: [String]) throws {
    let folder = try Folder(validating: path)
    #expect(folder.components == components)
    #expect(try Folder(validating: folder.path) == folder)
    #expect(Folder(components: components) == folder)
  }

  @Test(
    "invalid names of folders",
    arguments: [
      ("a//b", .empty), ("..", .badStart(".")), ("a/../b", .badStart(".")), ("a/.git", .badStart(".")),
      ("-x", .badStart("-")), (".\u{301}.", .badStart(".\u{301}")), ("a/\u{301}b", .badStart("\u{301}")),
      ("a\\b", .badCharacter("\\")), ("a\u{0}", .badCharacter("\u{0}")), ("a\nb", .badCharacter("\n")),
      ("a\u{1B}[0m", .badCharacter("\u{1B}")), ("a\u{2029}b", .badCharacter("\u{2029}")),
      ("a\\\u{301}b", .badCharacter("\\\u{301}")), ("cafe\u{301}", .notNormalized),
      (String(repeating: "夜", count: 86), .tooLong(bytes: 258)),
    ] as [(String, NameViolation)])
  func badNames(_ path: String, _ violation: NameViolation) {
    let error = expectError(.invalidFolder, .text(path)) { _ = try Folder(validating: path) }
    #expect(error?.cause as? InvalidName == InvalidName(violation))
  }

  @Test("directory names with a slash in them are refused", arguments: ["a/b", "/", "../..", "x/\u{301}y"])
  func badComponents(_ name: String) {
    #expect(Folder(components: ["ok", name]) == nil)
  }

  @Test("folders within folders")
  func within() throws {
    let (work, deep) = (try Folder(validating: "work"), try Folder(validating: "work/deep"))
    #expect(deep.isWithin(work) && deep.isWithin(deep) && deep.isWithin(.top) && Folder.top.isWithin(.top))
    #expect(!work.isWithin(deep))
    #expect(try !Folder(validating: "workshop").isWithin(work))
  }

  @Test("order by name, level by level")
  func order() throws {
    let folders = try ["b", "a-b", "a/z", "", "a"].map(Folder.init(validating:))
    #expect(folders.sorted().map(\.path) == ["", "a", "a/z", "a-b", "b"])
  }
}
