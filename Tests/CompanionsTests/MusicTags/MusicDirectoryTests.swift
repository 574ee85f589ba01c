import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Companions

struct MusicDirectoryTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func names(_ directory: MusicDirectory) -> [String] {
    directory.files.map { String($0.path.string.dropFirst(directory.root.string.count + 1)) }
  }

  @Test func `music files are found by their extensions, and hidden ones are passed over`() throws {
    for path in [
      "b/2.MP3", "b/1.flac", "a.opus", "cover.jpg", ".hidden.mp3", ".hidden/x.mp3", "mp3", "._a.opus", "x.mp3.part",
      "...And Justice/1.flac", "..hack.mp3", "b/3.wma", "b/4.WMA", "b/5.dsf",
    ] {
      try sandbox.write("x", to: path)
    }
    let directory = try MusicDirectory(at: sandbox.store)
    #expect(names(directory) == ["...And Justice/1.flac", "..hack.mp3", "a.opus", "b/1.flac", "b/2.MP3"])
    #expect(directory.unread == [.format("wma"): 2, .format("dsf"): 1, .hiddenFile: 1, .hiddenDirectory: 1])
    #expect(directory.skipped == [])
    #expect(directory.files[2].version.size == 1)
  }

  @Test func `links in a circle end, and links to other places are followed`() throws {
    try sandbox.write("x", to: "in/a.mp3")
    try FileManager.default.createDirectory(
      atPath: sandbox.root.appending("out").string, withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(fileURLWithPath: sandbox.root.appending("out/b.mp3").string))
    let links = """
      ln -s . self; ln -s .. up; ln -s in again; ln -s in/a.mp3 a-again.mp3; ln -s ../../out in/away; ln -s ../../out in/away2; \
      ln -s ../out/b.mp3 c.mp3; ln -s loop.mp3 loop.mp3; ln -s nowhere.mp3 broken.mp3; ln -s ../store ../out/back
      """
    #expect(try sandbox.shell(links) == "")
    let directory = try MusicDirectory(at: sandbox.store)
    let found = names(directory)
    #expect(found.contains("in/a.mp3") && found.contains("c.mp3"))
    #expect(found.count { $0.hasSuffix("b.mp3") } == 1)
    #expect(found.count == 3, "\(found)")
    let root = directory.root.string
    #expect(
      Set(directory.outsideLinks.map { String($0.path.string.dropFirst(root.count + 1)) })
        == ["c.mp3", "in/away", "in/away2", "up"])
    #expect(directory.outsideLinks.allSatisfy { !$0.target.starts(with: directory.root) })
    #expect(Set(directory.skipped.map(\.reason)) == [.brokenLink])
    #expect(directory.skipped.count == 2)
  }

  @Test func `names that no address can have are reported`() throws {
    #expect(
      try sandbox.shell(
        #"touch "$(printf 'a\377.mp3')" "$(printf 'b\nc.mp3')" 'ok ?#%.mp3'; mkdir "$(printf 'd\001')""#) == "")
    let directory = try MusicDirectory(at: sandbox.store)
    #expect(names(directory) == ["ok ?#%.mp3"])
    #expect(directory.skipped.map(\.reason) == [.name, .name, .name])
    #expect(directory.skipped.contains { $0.path.hasSuffix("/a\\xFF.mp3") })
  }

  @Test func `directories that cannot be read are reported`() throws {
    try sandbox.write("x", to: "open/a.mp3")
    try sandbox.write("x", to: "closed/b.mp3")
    #expect(try sandbox.shell("chmod 755 . ..; chmod 0 closed") == "")
    let directory = try withoutPrivileges { try MusicDirectory(at: sandbox.store) }
    #expect(names(directory) == ["open/a.mp3"])
    #expect(directory.skipped.map(\.path) == [sandbox.store.appending("closed").string])
    #expect(throws: Errno.self) { try withoutPrivileges { try MusicDirectory(at: sandbox.store.appending("closed")) } }
    #expect(try sandbox.shell("chmod 755 closed") == "")
  }

  @Test func `depth is bounded`() throws {
    #expect(try sandbox.shell("d=.; for i in $(seq 70); do d=$d/d; done; mkdir -p $d; touch $d/deep.mp3 d/a.mp3") == "")
    let directory = try MusicDirectory(at: sandbox.store)
    #expect(names(directory) == ["d/a.mp3"])
    #expect(directory.skipped.map(\.reason) == [.tooDeep])
  }

  @Test func `a directory that is missing is an error`() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try MusicDirectory(at: sandbox.store.appending("absent")) }
    try sandbox.write("x", to: "file.mp3")
    #expect(throws: Errno.notDirectory) { try MusicDirectory(at: sandbox.store.appending("file.mp3")) }
  }
}
