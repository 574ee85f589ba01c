import Companions
import MixtapeModel
import Testing

@testable import Podcasts

/// The names of files, from ids, addresses and formats of strangers.
@Suite struct DownloadNameTests {
  private func name(_ id: String, _ url: String? = nil, format: String? = nil) throws -> DownloadName {
    let fields: Episode.Fields = format.map { [.fileFormat: .text($0)] } ?? [:]
    return DownloadName(of: Episode(id: try #require(Episode.ID(rawValue: id)), url: url, fields: fields))
  }

  @Test(
    arguments: [
      ("https://a/auroras.mp3", nil, "auroras.mp3"), ("https://a/x.M4A?token=1.exe#b", "mp3", "auroras.m4a"),
      ("https://a/play.php?f=x.mp3", "ogg", "auroras.ogg"), ("https://a/x", "Opus", "auroras.opus"),
      ("https://a/x.exe", "sh", "auroras.audio"), ("https://a/..", "../../x", "auroras.audio"),
      ("https://a/x.mp3/", "/etc/passwd", "auroras.mp3"), ("https://a/x.m\u{0}p3", "m\u{202E}3", "auroras.audio"),
      (nil, nil, "auroras.audio"),
    ] as [(String?, String?, String)])
  func `the extension is one that players know`(url: String?, format: String?, file: String) throws {
    let name = try name("night-sky/auroras", url, format: format)
    #expect(name.folder == "night-sky" && name.file == file)
    #expect(name.mark == ".\(file).download" && name.partialFile == ".\(file).part")
  }

  @Test(arguments: [
    ("con/aux", "~con", "~aux.mp3"), ("lpt1.x/nul.y", "~lpt1.x", "~nul.y.mp3"), ("a./b.", "a.~", "b.~.mp3"),
    ("夜の散歩/ä", "夜の散歩", "ä.mp3"), ("con-/com10", "con-", "com10.mp3"), ("a/b.part", "a", "b.part.mp3"),
    ("a/b.mp3.download", "a", "b.mp3.download.mp3"),
  ])
  func `names are allowed on all file systems, and are read again`(id: String, folder: String, file: String) throws {
    let name = try name(id, "https://a/x.mp3")
    #expect(name.folder == folder && name.file == file)
    let podcast = try #require(DownloadName.podcast(ofFolder: folder))
    #expect(podcast == name.episode.podcast)
    #expect(DownloadName(mark: name.mark, of: podcast) == name)
  }

  @Test(arguments: [
    "auroras.mp3", ".auroras.mp3", ".auroras.mp3.part", ".auroras.exe.download", ".download", "..download",
    "..mp3.download", ".a/b.mp3.download", ".AURORAS.mp3.download", ".au~roras.mp3.download", ".~auroras.mp3.download",
    ".auroras.MP3.download", ".-a.mp3.download",
  ])
  func `other files are not downloads`(file: String) throws {
    #expect(DownloadName(mark: file, of: try #require(Podcast.ID(rawValue: "night-sky"))) == nil)
  }

  @Test(arguments: ["", ".", "..", "con", "a.", "~a", "Music", ".git", "a b", "a/b"])
  func `other directories are not those of podcasts`(folder: String) {
    #expect(DownloadName.podcast(ofFolder: folder) == nil)
  }

  @Test func `a mark is read as it was written, and a damaged one is ignored`() {
    let mark = DownloadMark(
      address: "https://ann:secret@a/x.mp3", validators: .init(entityTag: "\"a\"", lastModified: "today"), length: 7)
    #expect(DownloadMark(mark.bytes) == mark)
    #expect(mark.isOf("https://ann:secret@a/x.mp3") && !mark.isOf("https://a/x.mp3"))
    #expect(!String(decoding: mark.bytes, as: UTF8.self).contains("secret"))
    for count in 0..<mark.bytes.count { #expect(DownloadMark(Array(mark.bytes.prefix(count))) == nil) }
    let bare = DownloadMark(address: "x", validators: .none, length: nil)
    #expect(DownloadMark(bare.bytes) == bare)
    var automatic = bare
    automatic.isAutomatic = true
    #expect(DownloadMark(automatic.bytes) == automatic)
    #expect(DownloadMark(Array(automatic.bytes.dropLast(2))) == nil)
  }
}
