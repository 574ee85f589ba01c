import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct DirectoryTests {
  private let sandbox: Sandbox
  private var store: FilePath { sandbox.store }

  init() throws { sandbox = try Sandbox() }

  private func cName(_ name: String) -> [CChar] { name.utf8.map { CChar(bitPattern: $0) } + [0] }

  private func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func listsNamesWithTheirKinds() throws {
    try sandbox.write("1", to: "a")
    _ = try sandbox.shell("mkdir d && ln -s a l && mkfifo p")
    let directory = try Directory(at: store)
    var kinds: [String: FileKind] = [:]
    for (name, kind) in try directory.names() where !text(name).hasPrefix(".") {
      let status = try directory.status(of: name)
      kinds[text(name)] = status?.kind
      #expect(kind == nil || kind == status?.kind)
    }
    #expect(kinds == ["a": .regular, "d": .directory, "l": .symbolicLink, "p": .other])
  }

  @Test func findsNames() throws {
    try sandbox.write("text", to: "a")
    _ = try sandbox.shell("ln -s a link && ln -s gone dangling && ln -s loop loop")
    func item(_ name: String, following: Bool = false) throws -> Directory.Item? {
      try Directory(at: store).status(of: cName(name), following: following)
    }
    #expect(try item("a")?.status.size == 4)
    #expect(try item("link")?.kind == .symbolicLink)
    #expect(try item("link", following: true)?.kind == .regular)
    for name in ["gone", "a/below"] { #expect(try item(name)?.kind == nil, "\(name)") }
    for name in ["dangling", "loop"] {
      #expect(try item(name, following: true)?.kind == nil, "\(name)")
    }
    #expect(throws: Errno.fileNameTooLong) {
      _ = try Directory(at: store).status(of: cName(String(repeating: "x", count: 300)))
    }
  }

  @Test func readsOnlyRegularFiles() throws {
    try sandbox.write("text", to: "a")
    _ = try sandbox.shell("ln -s a link && mkdir d && mkfifo p")
    func bytes(_ name: String) throws -> [UInt8]? { try Directory(at: store).read(cName(name))?.bytes }
    #expect(try bytes("a") == Array("text".utf8))
    for name in ["link", "d", "p", "gone"] { #expect(try bytes(name) == nil, "\(name)") }
  }

  @Test func opensOnlyDirectories() throws {
    try sandbox.write("text", to: "d/a")
    _ = try sandbox.shell("ln -s d link")
    let bytes = try Directory(cName("d"), in: Directory(at: store)).read(cName("a"))?.bytes
    #expect(bytes == Array("text".utf8))
    #expect(throws: Errno.notDirectory) { _ = try Directory(cName("link"), in: Directory(at: store)) }
    #expect(throws: Errno.notDirectory) { _ = try Directory(at: store.appending("d/a")) }
    #expect(throws: Errno.noSuchFileOrDirectory) { _ = try Directory(at: store.appending("gone")) }
  }

  @Test func findsManyNamesOnSeveralCores() throws {
    var names = NameTable()
    for number in 0..<2_000 {
      let name = "name-\(number)"
      if number.isMultiple(of: 2) { try FileAccess.write([1, 2, 3], toNewFile: store.appending(name)) }
      Array(name.utf8).withUnsafeBytes { names.append($0) }
    }
    let sizes = try Directory(at: store).statuses(of: names).map { try $0.get()?.status.size }
    #expect(sizes == (0..<2_000).map { $0.isMultiple(of: 2) ? 3 : nil })
  }

  @Test func namesThatAreNotUTF8AreShown() {
    #expect(String(displaying: Array("Größe".utf8)) == "Größe")
    #expect(String(displaying: [0x61, 0xE9, 0x62]) == "a\\xE9b")
    #expect(String(displaying: [0x09, 0xFF] + Array("ü".utf8)) == "\t\\xFFü")
  }
}
