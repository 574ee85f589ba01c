import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// Real files in each format, read by the program.
struct FormatTests {
  private func tags(of name: String) throws -> FileTags {
    try #require(try TagTrial.tags(of: [TagTrial.fixtures.appending(name)]).first)
  }

  @Test(arguments: ["mp3", "m4a", "flac", "ogg", "opus", "wav", "aiff", "ape", "wv"])
  func `all tags of a format are read`(format: String) throws {
    let content = try tags(of: "rain.\(format)")
    let tags = content.tags
    #expect(tags.title == "Rain")
    #expect(tags.artist == "Ann")
    #expect(tags.albumArtist == "Ann & Bo")
    #expect(tags.album == "Weather")
    #expect(tags.genre == "Ambient")
    #expect(tags.composer == "Bo")
    #expect(tags.year == 2003)
    #expect(tags.trackNumber == 3)
    #expect(tags.discNumber == 2)
    #expect(tags.bpm == 120)
    #expect(tags.rating == 4)
    #expect(tags.playCount == 7)
    #expect(tags.lastPlayedAt == Date(timeIntervalSince1970: 1_682_944_496))
    #expect(tags.releaseID == "6a1f3c9e-0f8d-4a53-9b43-1d5c8c0a7b11")
    #expect(tags.musicBrainzAddress == "https://musicbrainz.org/track/0d2f6c55-3d7b-4c6e-8a0e-53b7c3f7f0aa")
    #expect((tags.sampleRate ?? 0) >= 8_000)
    // AAC and MP3 add a frame or two.
    #expect((0.1..<0.3).contains(tags.duration ?? 0))
    #expect(tags.bitrate ?? 0 > 0)
    #expect(!content.digest.isEmpty)
    let path = TagTrial.fixtures.appending("rain.\(format)").string
    #expect(content.size == Int64(try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)))
  }

  @Test func `names of other programs in Vorbis comments are read`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(SilentTrack.flac([("ALBUM ARTIST", "Ann"), ("TRACK", "3"), ("DISC", "2")]), to: "a.flac")
    let content = try #require(try TagTrial.tags(of: [sandbox.store.appending("a.flac")]).first)
    #expect(content.tags.albumArtist == "Ann" && content.tags.trackNumber == 3 && content.tags.discNumber == 2)
  }

  /// ID3v2.3, section 4.2.1. In ID3v2.4, the same text is a list of two genres.
  @Test(
    arguments: [
      (3, "(4)Eurodisco", "Eurodisco"), (3, "(4)", "Disco"), (3, "Rock", "Rock"),
      (4, "4\0Eurodisco", "Disco; Eurodisco"),
    ] as [(UInt8, String, String)])
  func `the refinement of a genre is the genre`(_ version: UInt8, _ text: String, _ genre: String) throws {
    let sandbox = try Sandbox()
    let sound = try Data(contentsOf: URL(fileURLWithPath: TagTrial.fixtures.appending("rain.mp3").string))
    let oldSize = sound[6..<10].reduce(0) { $0 << 7 | Int($1) }
    let frame = Array("TCON".utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 0] + Array(text.utf8)
    let tag = Array("ID3".utf8) + [version, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    try sandbox.write(tag + Array(sound.dropFirst(10 + oldSize)), to: "a.mp3")
    let content = try #require(try TagTrial.tags(of: [sandbox.store.appending("a.mp3")]).first)
    #expect(content.tags.genre == genre)
  }

  /// Some programs download a file as `.mp3` whatever it is.
  @Test(arguments: [("flac", "mp3"), ("m4a", "mp3"), ("ogg", "MP3"), ("opus", "mp3"), ("mp3", "flac"), ("flac", "m4a")])
  func `a file with a wrong extension is read by its content`(format: String, name: String) throws {
    let sandbox = try Sandbox()
    let sound = try Data(contentsOf: URL(fileURLWithPath: TagTrial.fixtures.appending("rain.\(format)").string))
    try sandbox.write(Array(sound), to: "a.\(name)")
    let content = try #require(try TagTrial.tags(of: [sandbox.store.appending("a.\(name)")]).first)
    #expect(content.tags.title == "Rain" && content.tags.discNumber == 2)
    #expect((0.1..<0.3).contains(content.tags.duration ?? 0))
  }

  @Test func `files without sound are told apart`() throws {
    let sandbox = try Sandbox()
    try sandbox.write("", to: "empty.mp3")
    try sandbox.write(String(repeating: "no music\n", count: 1_000), to: "text.mp3")
    try sandbox.write("fLaC", to: "short.flac")
    try sandbox.makeDirectory("store/directory.ogg")
    let names = ["empty.mp3", "text.mp3", "short.flac", "directory.ogg", "absent.wav"]
    let results = try TagTrial.read(names.map { sandbox.store.appending($0) })
    #expect(results.prefix(3) == [.failed(.noSound), .failed(.noSound), .failed(.noSound)])
    #expect(results[3] == .failed(.unreadable("not a regular file")))
    #expect(results[4] == .failed(.unreadable("No such file or directory")))
  }

  /// Files that are cut off, or have other bytes at random places, in each format.
  @Test(arguments: ["mp3", "m4a", "flac", "ogg", "opus", "wav", "aiff", "ape", "wv"])
  func `damaged files end no scan`(format: String) throws {
    let sandbox = try Sandbox()
    let sound = try Data(contentsOf: URL(fileURLWithPath: TagTrial.fixtures.appending("rain.\(format)").string))
    var random = SeededGenerator()
    var paths: [FilePath] = []
    for number in 0..<60 {
      var bytes = Array(sound)
      if number.isMultiple(of: 2) { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let path = sandbox.store.appending("\(number).\(format)")
      try sandbox.write(bytes, to: "\(number).\(format)")
      paths.append(path)
    }
    #expect(try TagTrial.read(paths).count == paths.count)
  }

  @Test func `long and odd texts are bounded`() throws {
    let sandbox = try Sandbox()
    let path = sandbox.store.appending("a.flac")
    let comments = [
      ("TITLE", "a\tb\nc\u{1B}[2J\u{7F}"), ("ARTIST", String(repeating: "ä", count: 100_000)), ("ALBUM", " \t "),
      ("GENRE", "One"), ("GENRE", "Two"), ("COMPOSER", "Ann"), ("COMPOSER", "Bo"), ("TRACKNUMBER", "-1"),
      ("BPM", "9e99"),
    ]
    try sandbox.write(SilentTrack.flac(comments), to: "a.flac")
    let content = try #require(try TagTrial.tags(of: [path]).first)
    #expect(content.tags.title == "a b c [2J")
    #expect(content.tags.artist == String(repeating: "ä", count: 250))
    #expect(content.tags.album == nil)
    #expect(content.tags.genre == "One; Two")
    #expect(content.tags.composer == "Ann; Bo")
    #expect(content.tags.trackNumber == nil)
    #expect(content.tags.bpm == nil)
    #expect(content.tags.duration == 1)
  }
}
