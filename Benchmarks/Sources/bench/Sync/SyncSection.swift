import Foundation

/// `mixtape sync` beside the git commands for the same, in stores of 10,000 playlists.
enum SyncSection {
  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw StoreSection.NoProgram() }
    let store = try BenchStore(playlists: 10_000, program: program)
    defer { store.remove() }
    let (ours, theirs) = (try SyncSite("mixtape", of: store), try SyncSite("git", of: store))
    try store.mixtape.run(["doctor", "--repair", "--store", ours.directory])
    var table = ReportTable(
      "Sync: 10,000 playlists, by a remote on the same disk", columns: ["what", "mixtape ms", "git ms", "ratio"])
    let merge = try PairedMeasurement(
      10,
      preparingOurs: { run in
        try ours.diverge(run)
        // Brings the index of the library up to date, as `git status` does for git's.
        try store.mixtape.run(["list", "--store", ours.directory])
      },
      ours: { _ in try store.mixtape.run(["sync", "--store", ours.directory]) },
      preparing: { run in
        try theirs.diverge(run)
        try store.git.run(["-C", theirs.directory, "status"])
      },
      theirs: { _ in
        try store.git.run(["-C", theirs.directory, "fetch", "-q"])
        try store.git.run(["-C", theirs.directory, "merge", "-q", "--no-edit", "origin/main"])
        try store.git.run(["-C", theirs.directory, "push", "-q"])
      })
    table.add(
      "100 changed files on each side: `sync`; `fetch`, `merge` and `push` (want ≤ 1)", merge.ours.text,
      merge.theirs.text, merge.ratio.brief)
    let idle = try PairedMeasurement(
      20, ours: { _ in try store.mixtape.run(["sync", "--store", ours.directory]) },
      theirs: { _ in try store.git.run(["-C", ours.directory, "fetch"]) })
    table.add("nothing to do: `sync`; `fetch` (want ≤ 1.3)", idle.ours.text, idle.theirs.text, idle.ratio.brief)
    table.print()
  }
}

/// A clone of a store, its remote, and another clone that changes the remote.
private struct SyncSite {
  /// The path of the clone.
  let directory: String
  private let other: String
  private let git: Program

  /// Makes the clones in the home directory of a store. Git knows no merge driver in them.
  init(_ name: String, of store: BenchStore) throws {
    git = store.git
    let remote = store.home.appendingPathComponent("\(name).git").path
    directory = store.home.appendingPathComponent(name).path
    other = store.home.appendingPathComponent("\(name)-other").path
    try git.run(["clone", "-q", "--bare", store.directory.path, remote])
    for clone in [directory, other] { try git.run(["clone", "-q", remote, clone]) }
  }

  /// Commits a change of 100 files in both clones; half of the files are the same. The other clone pushes it.
  func diverge(_ run: Int) throws {
    try git.run(["-C", other, "pull", "-q"])
    try edit(50..<150, of: other, "]\n\nsort =", "  \"bench/theirs-\(run + 2)\",\n]\n\nsort =")
    try git.run(["-C", other, "push", "-q"])
    try edit(0..<100, of: directory, "episodes = [\n", "episodes = [\n  \"bench/ours-\(run + 2)\",\n")
  }

  /// Replaces a text in playlists of a clone, and commits them.
  private func edit(_ numbers: Range<Int>, of clone: String, _ text: String, _ new: String) throws {
    for number in numbers {
      let file = "\(clone)/playlists/playlist-\(number).toml"
      try String(contentsOfFile: file, encoding: .utf8).replacing(text, with: new)
        .write(toFile: file, atomically: true, encoding: .utf8)
    }
    try git.run(["-C", clone, "commit", "-q", "-a", "-m", "Add an episode to 100 playlists"])
  }
}
