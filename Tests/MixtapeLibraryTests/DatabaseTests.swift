import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeLibrary

@Suite struct DatabaseTests {
  private struct Failure: Error {}

  private func database() throws -> Database {
    let database = try Database(at: nil)
    try database.execute("CREATE TABLE t (name TEXT UNIQUE, number); INSERT INTO t VALUES ('a', 1)")
    return database
  }

  private func names(_ database: Database) throws -> [String] {
    try database.statement("SELECT name FROM t ORDER BY name").rows { $0.text(0) }
  }

  @Test func `a transaction that fails changes nothing, and the next one begins`() throws {
    let database = try database()
    #expect(throws: Failure.self) {
      try database.transaction(.immediate) {
        try database.execute("INSERT INTO t VALUES ('b', 2)")
        throw Failure()
      }
    }
    #expect(try names(database) == ["a"])
    try database.transaction(.immediate) { try database.execute("INSERT INTO t VALUES ('c', 3)") }
    #expect(try names(database) == ["a", "c"])
  }

  @Test func `a statement is prepared once, and usable after an error`() throws {
    let database = try database()
    let insertion = try database.statement("INSERT INTO t (name) VALUES (?)")
    #expect(throws: SQLiteError.self) { try insertion.run { $0.text("a") } }
    try insertion.run { $0.text("b\0b") }
    #expect(try database.statement("INSERT INTO t (name) VALUES (?)") === insertion)
    #expect(try names(database) == ["a", "b\0b"])
  }

  @Test func `a row that is left early does not keep a lock`() throws {
    let sandbox = try Sandbox()
    let path = "\(sandbox.root)/index"
    let reader = try Database(at: path)
    try reader.execute("CREATE TABLE t (name)")
    try reader.execute("INSERT INTO t VALUES (1), (2)")
    #expect(try reader.statement("SELECT name FROM t").first { $0.integer(0) } == 1)
    try Database(at: path).transaction(.immediate) {}
  }

  /// A damaged page can hold another name of a column. SQLite would return the name in double quotes as a text.
  @Test(arguments: [
    ("SELECT \"nam\" FROM t", true), ("SELECT name FROM u", true), ("INSERT INTO t (nam) VALUES (1)", true),
    ("INSERT INTO t (name) VALUES ('a')", true), ("SELECT name FROM", false),
  ])
  func `errors of tables and rows count as damage`(sql: String, isDamage: Bool) throws {
    let database = try database()
    let error = #expect(throws: LibraryError.self) { try withLibraryErrors { try database.prepare(sql).run() } }
    #expect(error?.code == (isDamage ? .damaged : .database))
    #expect(error?.reason?.isEmpty == false)
  }

  @Test func `a missing directory is not damage`() {
    let error = #expect(throws: LibraryError.self) { try LibraryIndex(at: "/missing/index.sqlite") }
    #expect(error?.code == .database)
    #expect(error?.reason == "unable to open database file")
  }

  @Test func `threads use an index in turn`() async throws {
    let index = try LibraryIndex(podcasts: [])
    try await withThrowingTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            let file = IndexedFile(path: "playlists/\(task)-\(number).toml", status: nil, content: [])
            let id = try #require(Playlist.ID(rawValue: "\(task)-\(number)"))
            try index.update { try $0.write(Playlist(id: id, name: "x"), of: file) }
            _ = try index.playlistCount()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try index.playlistCount() == 200)
    #expect(try index.copy().playlistCount() == 200)
  }
}
