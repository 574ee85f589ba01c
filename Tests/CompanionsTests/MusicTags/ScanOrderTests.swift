import MixtapeModel
import SystemPackage
import Testing

@testable import Companions

/// Scans of the directories of an album one by one, in each order, and all at once.
struct ScanOrderTests {
  /// A directory of an album by Ann.
  struct Directory: CustomTestStringConvertible, Sendable {
    let path: String
    var album = "Hits"
    var numbers: ClosedRange<Int64> = 1...3
    var disc: Int64?
    var year: Int64?
    var artist: String? = "Ann"
    var hasRelease = false

    var testDescription: String { path }

    /// Adds its files.
    func add(to trial: inout ScanTrial) throws {
      for number in numbers {
        let file = "\(path)/\(number).mp3"
        trial.add(
          file, "\(album) \(disc ?? 1) \(year ?? 0) \(number)", album: album, artist: artist, track: number, disc: disc)
        try trial.retag(file) { ($0.year, $0.releaseID) = (year, hasRelease ? "r" : nil) }
      }
    }
  }

  /// Returns the directories of the files of each album after scans of directories.
  private func albums(_ all: [Directory], scanning steps: [String]) throws -> Set<Set<String>> {
    var trial = ScanTrial()
    for directory in all { try directory.add(to: &trial) }
    for step in steps {
      trial.root = step.isEmpty ? "/m" : FilePath("/m/\(step)")
      try trial.scan()
    }
    let tracks = trial.library.map { $0.episodes.compactMap { $0.url?.dropFirst("file:///m/".count) } }
    #expect(tracks.joined().count == trial.files.count)
    trial.root = "/m"
    let before = trial.library
    try trial.scan(readsAll: true)
    #expect(trial.library == before, "A scan of all files changes nothing.")
    return Set(tracks.map { Set($0.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) }) })
  }

  private func orders(_ steps: [String]) -> [[String]] {
    if steps.count < 2 { return [steps] }
    return steps.indices.flatMap { index in
      orders(Array(steps[..<index] + steps[(index + 1)...])).map { [steps[index]] + $0 }
    }
  }

  @Test(
    arguments: [
      // Albums with equal titles.
      [Directory(path: "GH I", year: 1981), .init(path: "GH II", year: 1991), .init(path: "GH III", year: 1999)],
      // Copies, in different places.
      [.init(path: "GH"), .init(path: "GH b"), .init(path: "old/GH")],
      [.init(path: "GH"), .init(path: "GH/copy"), .init(path: "GH/copy/copy")],
      [
        .init(path: "GH", hasRelease: true), .init(path: "GH b", hasRelease: true),
        .init(path: "GH/GH", hasRelease: true),
      ],
      // Parts of an album.
      [.init(path: "GH"), .init(path: "GH/bonus", numbers: 4...5), .init(path: "more/GH", numbers: 6...6)],
      [.init(path: "a", disc: 1), .init(path: "b", disc: 2), .init(path: "c", disc: 3)],
      [.init(path: "GH/CD1"), .init(path: "GH/CD2"), .init(path: "GH/CD3")],
      [.init(path: "GH (Disc 1)"), .init(path: "GH (Disc 2)"), .init(path: "GH/CD3")],
      [.init(path: "a", disc: 1, hasRelease: true), .init(path: "b", disc: 2, hasRelease: true)],
      [
        .init(path: "a", album: "GH (Disc 1)"), .init(path: "b", album: "GH (Disc 2)"),
        .init(path: "c", album: "GH (Disc 3)"),
      ],
      // Compilations, and albums without an artist.
      [
        .init(path: "GH/Ann", artist: "Various Artists"),
        .init(path: "GH/Bo", numbers: 4...5, artist: "Various Artists"),
      ],
      [
        .init(path: "GH", artist: nil), .init(path: "GH b", artist: nil),
        .init(path: "GH c", numbers: 4...5, artist: nil),
      ],
    ] as [[Directory]])
  func `albums do not depend on the order of scans`(directories: [Directory]) throws {
    let expected = try albums(directories, scanning: [""])
    for order in orders(directories.map(\.path)) {
      let found = try albums(directories, scanning: order)
      #expect(found == expected, "\(order)")
    }
  }

  @Test func `a part that fits to two copies joins neither, or the one that is known`() throws {
    let directories = [Directory(path: "GH I"), .init(path: "GH I b"), .init(path: "GH II", numbers: 4...6)]
    #expect(try albums(directories, scanning: [""]) == [["GH I"], ["GH I b"], ["GH II"]])
    for order in orders(directories.map(\.path)) {
      let copies = order.filter { $0 != "GH II" }
      let isLast = order[2] == "GH II"
      #expect(
        try albums(directories, scanning: order)
          == (isLast ? [["GH I"], ["GH I b"], ["GH II"]] : [[copies[0], "GH II"], [copies[1]]]), "\(order)")
    }
  }

  @Test func `a copy of a disc beside it is another album`() throws {
    for paths in [["Box/CD1", "Box/CD1 copy"], ["Box", "Box/CD1"], ["Box (Disc 1)", "Box/CD 1"]] {
      for order in orders(paths) + [[""]] {
        var trial = ScanTrial()
        for path in paths + ["Box/CD2"] {
          trial.add(
            "\(path)/1.mp3", path == "Box/CD2" ? "Snow" : "Rain", album: "Box", track: 1,
            disc: path == "Box/CD2" ? 2 : nil)
        }
        for step in order + [""] {
          trial.root = step.isEmpty ? "/m" : FilePath("/m/\(step)")
          try trial.scan()
        }
        #expect(trial.library.map(\.episodes.count).sorted() == [1, 2], "\(order)")
        let before = trial.library
        try trial.scan(readsAll: true)
        #expect(trial.library == before)
      }
    }
  }

  @Test func `discs of two copies are never twice in an album`() throws {
    let discs = ["a/GH/CD1", "a/GH/CD2", "b/GH/CD1", "b/GH/CD2"].map { path in
      Directory(path: path, disc: path.hasSuffix("1") ? 1 : 2)
    }
    let copies: Set<Set<String>> = [["a/GH/CD1", "a/GH/CD2"], ["b/GH/CD1", "b/GH/CD2"]]
    #expect(try albums(discs, scanning: [""]) == copies)
    for order in orders(discs.map(\.path)) {
      let found = try albums(discs, scanning: order)
      for album in found { #expect(Set(album.map { $0.suffix(1) }).count == album.count, "\(order)") }
      if order[0].first == order[1].first { #expect(found == copies, "\(order)") }
    }
  }
}
