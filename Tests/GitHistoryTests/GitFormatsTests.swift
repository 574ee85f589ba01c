import TestSupport
import Testing

@testable import GitHistory

/// The formats of git that are read and written here: values are read back, and damaged bytes are an error.
@Suite("Formats of git")
struct GitFormatsTests {
  // MARK: The index

  private static let paths = ["a", "b.toml", "playlists/a.toml", "playlists/ab/c.toml", "playlists/é.toml"]

  private static func id(_ byte: UInt8) throws -> ObjectID {
    try #require(ObjectID(bytes: Array(repeating: byte, count: ObjectID.byteCount)))
  }

  /// Returns index files of git: of all versions, with extensions, with conflicts, without a checksum.
  private static func gitIndexes() throws -> [[UInt8]] {
    try ["2", "3", "4", "skipHash", "conflict"].map { kind in
      let sandbox = try Sandbox(committing: [:])
      for path in paths { try sandbox.write(path, to: path) }
      try sandbox.git("add", "--all")
      try sandbox.git("commit", "-q", "-m", "Files")
      switch kind {
      case "3": try sandbox.git("update-index", "--skip-worktree", "a")
      case "4": try sandbox.git("update-index", "--index-version", "4")
      case "conflict":
        let blob = try sandbox.git("rev-parse", "HEAD:a")
        let sides = (1...3).map { "100644 \(blob) \($0)\tconflict\n" }.joined()
        try sandbox.git("update-index", "--index-info", input: sides)
      default: break
      }
      let bytes = try sandbox.read(".git/index")
      // `index.skipHash`, which git supports from version 2.40 on.
      return kind == "skipHash"
        ? bytes.dropLast(ObjectID.byteCount) + Array(repeating: 0, count: ObjectID.byteCount) : bytes
    }
  }

  @Test func anIndexIsReadBack() throws {
    for bytes in try Self.gitIndexes() {
      let index = try GitIndex(parsing: bytes)
      let again = try GitIndex(parsing: index.encoded())
      #expect(again.entries.values == index.entries.values)
      #expect(Self.texts(again) == Self.texts(index))
      #expect(Set(Self.paths).isSubset(of: Self.texts(index)))
      #expect(again.encoded() == index.encoded())
    }
  }

  private static func texts(_ index: GitIndex) -> [String] { index.entries.values.indices.map(index.entries.text) }

  @Test func aTruncatedIndexIsDamaged() throws {
    for bytes in try Self.gitIndexes() {
      for count in bytes.indices {
        // A file that ends between two extensions is complete except for its checksum.
        do throws(GitIndex.Failure) {
          #expect(try GitIndex(parsing: Array(bytes[..<count])).entries.count <= bytes.count / 62)
        } catch {
          #expect(error == .damaged)
        }
      }
      #expect(throws: GitIndex.Failure.damaged) { try GitIndex(parsing: Array(bytes.prefix(100))) }
    }
  }

  @Test func editsOfAnIndex() throws {
    var index = GitIndex.empty
    let entry = GitIndexEntry(id: try Self.id(1), mode: .regular, status: nil)
    index.apply([("b", entry), ("a/c", entry), ("a/b", entry)])
    #expect(Self.texts(index) == ["a/b", "a/c", "b"])
    // A file replaces a directory, and a directory replaces a file.
    index.apply([("a", entry), ("b/d", entry)])
    #expect(Self.texts(index) == ["a", "b/d"])
    index.apply([("a", nil), ("nothing", nil)])
    #expect(Self.texts(index) == ["b/d"])
    #expect(try Self.texts(GitIndex(parsing: index.encoded())) == ["b/d"])
  }

  @Test func aVeryLongName() throws {
    for length in [4_094, 4_095, 4_096, 9_000] {
      var index = GitIndex.empty
      let path = String(repeating: "x", count: length)
      index.apply([(path, GitIndexEntry(id: try Self.id(1), mode: .executable, status: nil))])
      let read = try GitIndex(parsing: index.encoded())
      #expect(Self.texts(read) == [path])
      #expect(read.entries.values.first?.mode == .executable)
    }
  }

  // MARK: Trees

  private static func tree() throws -> TreeObject {
    let files = try ["a", "a.toml", "a0", "é"].enumerated().map { number, name in
      TreeObject.Replacement(
        key: TreeKey(name: Array(name.utf8), isDirectory: false),
        item: UnnamedTreeEntry(id: try id(UInt8(number)), mode: .regular))
    }
    let directory = TreeObject.Replacement(
      key: TreeKey(name: Array("a-b".utf8), isDirectory: true), item: UnnamedTreeEntry(id: try id(9), mode: .directory))
    let replacements = (files + [directory]).sorted { $0.key < $1.key }
    return try #require(TreeObject(parsing: TreeObject.empty.replacing(replacements)))
  }

  @Test func aTreeIsReadBack() throws {
    let tree = try Self.tree()
    #expect(
      tree.entries.map { String(decoding: tree.name(of: $0), as: UTF8.self) } == ["a", "a-b", "a.toml", "a0", "é"])
    #expect(tree.item(named: Array("a0".utf8)) == UnnamedTreeEntry(id: try Self.id(2), mode: .regular))
    #expect(tree.item(named: Array("a-b".utf8)) == UnnamedTreeEntry(id: try Self.id(9), mode: .directory))
    #expect(tree.item(named: Array("b".utf8)) == nil)
    #expect(tree.replacing([]) == tree.bytes)
    let without = tree.replacing([.init(key: TreeKey(name: Array("a".utf8), isDirectory: false), item: nil)])
    #expect(TreeObject(parsing: without)?.entries.count == 4)
  }

  @Test func aTruncatedTreeIsDamagedExceptBetweenEntries() throws {
    let tree = try Self.tree()
    let ends = Set([0] + tree.entries.map(\.end))
    for count in tree.bytes.indices {
      #expect((TreeObject(parsing: Array(tree.bytes[..<count])) != nil) == ends.contains(count), "\(count) bytes")
    }
  }

  @Test func namesAreSortedAsInGit() {
    func order(_ first: String, _ firstIsDirectory: Bool, _ second: String, _ secondIsDirectory: Bool) -> Int {
      let (first, second) = (Array(first.utf8), Array(second.utf8))
      return treeOrder(
        first.span.bytes, isDirectory: firstIsDirectory, second.span.bytes, isDirectory: secondIsDirectory
      ).signum()
    }
    #expect(order("a", false, "a", false) == 0)
    #expect(order("a", true, "a.toml", false) == 1)
    #expect(order("a", false, "a.toml", false) == -1)
    #expect(order("a", true, "a0", false) == -1)
    #expect(order("abcdefgh1", false, "abcdefgh2", false) == -1)
    #expect(order("abcdefg\u{80}h", false, "abcdefgzh", false) == 1)
    #expect(order("", false, "a", false) == -1)
  }

  // MARK: Loose objects and references

  @Test func filesOfReferences() throws {
    let id = CommitID(rawValue: try Self.id(0xAB))
    #expect(CommitID(referenceFile: id.referenceFile) == id)
    #expect(CommitID(referenceFile: Array("\(id)  \n\n".utf8)) == id)
    let others = [
      "ref: refs/heads/main\n", "ref:", "", "\n", "main", "\(id.description.dropLast())", "\(id)0", "\(id)\0",
    ]
    for text in others { #expect(CommitID(referenceFile: Array(text.utf8)) == nil, "\(text)") }
    #expect(CommitID(referenceFile: [0xFF, 0xFE]) == nil)
  }

  @Test func namesOfLooseObjects() throws {
    let name = LooseObjectName(try Self.id(0xAB))
    #expect(name.directory == "ab" && name.file.count == LooseObjectName.fileLength)
    #expect(LooseObjectName(directory: name.directory, file: name.file) == name)
    for (directory, file) in [("a", name.file), ("info", "packs"), ("ab", name.file + "0"), ("", "ab" + name.file)] {
      #expect(LooseObjectName(directory: directory, file: file) == nil)
    }
  }
}
