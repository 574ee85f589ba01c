import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

@Suite struct SoundAddressFileTests {
  @Test func `a file must exist and be a regular file`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("sound", to: "a.mp3")
    let path = sandbox.store.string
    try sandbox.makeLink("link.mp3", to: "a.mp3")
    for name in ["a.mp3", "link.mp3"] {
      #expect(throws: Never.self) { try SoundAddress("file://\(path)/\(name)").checkFile() }
    }
    #expect(throws: SoundAddress.FileFault.missing(path: path + "/b.mp3")) {
      try SoundAddress("file://\(path)/b.mp3").checkFile()
    }
    #expect(throws: SoundAddress.FileFault.missing(path: path + "/a.mp3/b")) {
      try SoundAddress("file://\(path)/a.mp3/b").checkFile()
    }
    for other in [path, "/dev/null"] {
      #expect(throws: SoundAddress.FileFault.notAFile(path: other)) { try SoundAddress("file://\(other)").checkFile() }
    }
    #expect(throws: Never.self) { try SoundAddress("http://example.org").checkFile() }
  }
}
