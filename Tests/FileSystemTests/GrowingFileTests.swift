import FileSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct GrowingFileTests {
  private let sandbox: Sandbox
  private var path: FilePath { sandbox.store.appending("part") }

  init() throws { sandbox = try Sandbox() }

  @Test func `a file grows and gets its name`() throws {
    let file = try GrowingFile(path, keeping: 0)
    try file.append([1, 2])
    try file.append([])
    try file.append([3])
    #expect(file.size == 3)
    try file.finish(as: sandbox.store.appending("whole"))
    #expect(try sandbox.read("whole") == [1, 2, 3])
    #expect(try FileStatus(of: path) == nil)
  }

  @Test(arguments: [(0, []), (2, [1, 2]), (3, [1, 2, 3]), (9, [1, 2, 3]), (-1, [])] as [(Int, [UInt8])])
  func `a part is continued`(_ count: Int, _ kept: [UInt8]) throws {
    try sandbox.write([1, 2, 3], to: "part")
    let file = try GrowingFile(path, keeping: count)
    #expect(file.size == kept.count)
    try file.append([7])
    #expect(try sandbox.read("part") == kept + [7])
  }

  @Test(arguments: ["ln -s other part", "ln other part", "mkfifo part", "mkdir part"])
  func `only a plain file with one name grows`(_ command: String) throws {
    try sandbox.write([1, 2, 3], to: "other")
    _ = try sandbox.shell(command)
    #expect(throws: Errno.self) { _ = try GrowingFile(path, keeping: 0) }
    #expect(try sandbox.read("other") == [1, 2, 3])
  }
}
