import MixtapeLibrary
import Testing

@Suite struct SchemaTests {
  @Test("An index in memory can be made")
  func memory() throws {
    _ = try LibraryIndex()
  }
}
