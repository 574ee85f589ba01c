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
    let alone = try compareMergingAlone(ours, theirs, in: store)
    table.add("100 changed files on each side, between `fetch` and `push`: `sync`; `merge` (want ≤ 1)", alone)
    let commands = "100 changed files on each side: `sync`; `fetch`, `merge` and `push`"
    let merge = try compareMerging(ours, theirs, in: store)
    table.add(commands, merge)
    let synced = try compareMerging(ours, theirs, in: store, gitOptions: Program.syncingGit)
    table.add("\(commands) that sync as much", synced)
    table.add("nothing to do: `sync`; `fetch` (want ≤ 1.3)", try compareIdle(ours, store.mixtape, store.git))
    if let access = try SSHAccess(in: store.home) {
      try ours.useSSH()
      let idle = try compareIdle(ours, store.mixtape.with(access.variable), store.git.with(access.variable))
      table.add("the same by ssh, on the same machine (want ≤ 1.3)", idle)
    }
    table.print()
  }

  /// Compares the merges without the transfers before and after them.
  private static func compareMergingAlone(
    _ ours: SyncSite, _ theirs: SyncSite, in store: BenchStore
  ) throws -> PairedMeasurement {
    let git = ["-C", theirs.directory]
    return try PairedMeasurement(
      10, preparingOurs: { _ in try ours.prepare(for: store.mixtape) },
      timeOfOurs: { _ in
        let trace = try TransferTrace(in: store.home)
        try store.mixtape.with(trace.variable).run(["sync", "--store", ours.directory])
        return try trace.timeBetweenTransfers()
      },
      preparing: { _ in
        try theirs.prepare()
        try store.git.run(git + ["fetch", "-q"])
      },
      timeOfTheirs: { _ in
        let time = try ContinuousClock().measure {
          try store.git.run(git + ["merge", "-q", "--no-edit", "origin/main"])
        }
        try store.git.run(git + ["push", "-q"])
        return time
      })
  }

  private static func compareMerging(
    _ ours: SyncSite, _ theirs: SyncSite, in store: BenchStore, gitOptions: [String] = []
  ) throws -> PairedMeasurement {
    let git = ["-C", theirs.directory] + gitOptions
    return try PairedMeasurement(
      10, preparingOurs: { _ in try ours.prepare(for: store.mixtape) },
      ours: { _ in try store.mixtape.run(["sync", "--store", ours.directory]) },
      preparing: { _ in try theirs.prepare() },
      theirs: { _ in
        try store.git.run(git + ["fetch", "-q"])
        try store.git.run(git + ["merge", "-q", "--no-edit", "origin/main"])
        try store.git.run(git + ["push", "-q"])
      })
  }

  private static func compareIdle(_ site: SyncSite, _ mixtape: Program, _ git: Program) throws -> PairedMeasurement {
    try PairedMeasurement(
      20, ours: { _ in try mixtape.run(["sync", "--store", site.directory]) },
      theirs: { _ in try git.run(["-C", site.directory, "fetch"]) })
  }
}

/// A clone of a store, its remote, and another clone that changes the remote.
private final class SyncSite {
  /// The path of the clone.
  let directory: String
  private let remote: String
  private let other: String
  private let git: Program
  /// The number of changes so far.
  private var changes = 0

  /// Makes the clones in the home directory of a store. Git knows no merge driver in them.
  init(_ name: String, of store: BenchStore) throws {
    git = store.git
    remote = store.home.appendingPathComponent("\(name).git").path
    directory = store.home.appendingPathComponent(name).path
    other = store.home.appendingPathComponent("\(name)-other").path
    try git.run(["clone", "-q", "--bare", store.directory.path, remote])
    for clone in [directory, other] { try git.run(["clone", "-q", remote, clone]) }
  }

  /// Reaches the remote by ssh from now on.
  func useSSH() throws { try git.run(["-C", directory, "remote", "set-url", "origin", "ssh://localhost\(remote)"]) }

  /// Makes changes on both sides, and brings the index of the library up to date for Mixtape, or git's for git.
  func prepare(for mixtape: Program? = nil) throws {
    try diverge()
    try mixtape?.run(["list", "--store", directory])
    if mixtape == nil { try git.run(["-C", directory, "status"]) }
  }

  /// Commits a change of 100 files in both clones; half of the files are the same. The other clone pushes it.
  private func diverge() throws {
    changes += 1
    try git.run(["-C", other, "pull", "-q"])
    try edit(50..<150, of: other, "]\n\nsort =", "  \"bench/theirs-\(changes)\",\n]\n\nsort =")
    try git.run(["-C", other, "push", "-q"])
    try edit(0..<100, of: directory, "episodes = [\n", "episodes = [\n  \"bench/ours-\(changes)\",\n")
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
