import Foundation

/// The speed of scanning a directory of music.
enum ScanSection {
  private static let albums = 1_000
  private static let tracksOfAlbum = 10

  struct Failure: Error { let message: String }

  static func run() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let mixtape = environment["MIXTAPE_PROGRAM"] else { throw Failure(message: "MIXTAPE_PROGRAM is not set") }
    let store = try BenchStore(empty: "music", program: mixtape)
    defer { store.remove() }
    try store.mixtape.run(["init", store.directory.path])
    let music = store.home.appendingPathComponent("music")
    let files = try write(to: music)
    let clock = ContinuousClock()
    let first = try clock.measure { try store.mixtape.run(["scan", music.path]) }
    let second = try Measurement { try store.mixtape.run(["scan", music.path]) }
    var table = ReportTable(
      "Scanning \(files.count) FLAC files of \(albums) albums", columns: ["operation", "seconds", "files per minute"])
    func add(_ name: String, _ time: Duration) {
      table.add(name, (time / .seconds(1)).brief, (Double(files.count) / (time / .seconds(60))).brief)
    }
    add("first scan (want > 10000 files per minute)", first)
    add("scan without changes", second.best)
    if Peer.mutagen.isInstalled {
      let peer = Program(path: Peer.mutagen.program, environment: ["PATH=\(environment["PATH"] ?? "/usr/bin:/bin")"])
      add("mutagen-inspect, which only reads the tags", try clock.measure { try peer.run(files) })
    }
    table.print()
  }

  /// Writes albums. Each file is one of the test files with other texts of the same length.
  private static func write(to directory: URL) throws -> [String] {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Tests/CompanionsTests/MusicTags/Fixtures/rain.flac")
    let sound = try Data(contentsOf: fixture)
    var files: [String] = []
    for album in 0..<albums {
      let place = directory.appendingPathComponent("Album \(album)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for track in 0..<tracksOfAlbum {
        let file = place.appendingPathComponent("\(track).flac")
        let digits = String(1_000_000 + album)
        try sound.replacing("Rain", with: "T\(100 + track)").replacing("Weather", with: digits)
          .replacing("6a1f3c9", with: digits).replacing(
            "0d2f6c5", with: String(1_000_000 + album * tracksOfAlbum + track)
          )
          .write(to: file)
        files.append(file.path)
      }
    }
    return files
  }
}

extension Data {
  /// Returns the bytes with another text in place of a text of the same length.
  fileprivate func replacing(_ text: String, with new: String) -> Data {
    guard let range = range(of: Data(text.utf8)) else { return self }
    var copy = self
    copy.replaceSubrange(range, with: Data(new.utf8))
    return copy
  }
}
