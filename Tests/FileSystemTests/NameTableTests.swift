import FileSystem
import TestSupport
import Testing

@Suite struct NameTableTests {
  /// Names that differ early, late, only in length, and in bytes that are not ASCII.
  @Test func namesAreSortedByTheirBytes() {
    var random = SeededGenerator()
    for beginning in ["", "playlist-", "a-beginning-that-is-rather-long-"] {
      let names = (0..<300).map { _ in
        Array(beginning.utf8)
          + (0..<Int.random(in: 0...12, using: &random)).map { _ in
            [97, 98, 46, 0xC3].randomElement(using: &random) ?? 1
          }
      }
      var table = NameTable()
      for name in names { name.withUnsafeBytes { table.append($0) } }
      table.sort()
      #expect((0..<table.count).map { Array(table[$0]) } == names.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test func aTableWithoutNamesIsSorted() {
    var table = NameTable()
    table.sort()
    #expect(table.count == 0)
  }
}
