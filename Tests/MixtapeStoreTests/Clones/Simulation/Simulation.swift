import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Several clones of a store and a bare remote in one process, with random changes and random syncs.
struct Simulation: RandomTest {
  let sandbox: Sandbox
  let clock: SimulatedClock
  var generator: SeededGenerator
  var clones: [SimulatedClone] = []
  var model: SyncModel
  var round = 0
  /// The number of playlists so far.
  var listCount = SimulatedFiles.listCount
  /// The ids of playlists that somebody deleted. A new playlist with such an id would get changes of the old one.
  var deletedIDs: Set<Playlist.ID> = []
  private var lastNumber = 0
  private var lastEpisode = 0

  init(_ generator: SeededGenerator, in repositories: SimulatedRepositories) throws {
    var generator = generator
    let count = Int.random(in: 2...3, using: &generator)
    sandbox = try Sandbox()
    clock = SimulatedClock(skews: (0..<count).map { _ in Double.random(in: -500...500, using: &generator).rounded() })
    self.generator = generator
    model = SyncModel(cloneCount: count)
    try repositories.copy(to: sandbox.root, count: count)
    for number in 0..<count {
      var environment = sandbox.environment
      environment["PATH"] = repositories.programs.string
      clones.append(
        try SimulatedClone(number, at: sandbox.root.appending("\(number)"), environment, clock))
    }
    try recordBeginning()
  }

  /// The comment of failures.
  var comment: Comment { "round \(round), \(generator)" }

  /// Returns a new number, for names and contents.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Returns an episode: usually one that no other call returns, sometimes one that several return.
  mutating func newEpisode() throws -> Episode.ID {
    if chance(oneIn: 5), let name = pick(SimulatedFiles.popular) { return try Episode.ID(validating: "q/\(name)") }
    defer { lastEpisode += 1 }
    return try Episode.ID(validating: "q/\(lastEpisode % SimulatedFiles.episodeCount)")
  }

  /// Records the files at the beginning in the model.
  private mutating func recordBeginning() throws {
    for playlist in try clones[0].store.playlists() { record(playlist, by: nil) }
    model.add(.comment(0, "# the first", try .anchor(0)), by: nil)
    model.add(.comment(0, "# Kept by hand.", nil), by: nil)
    model.add(.comment(1, "# good", try Episode.ID(validating: "p/3")), by: nil)
    for podcast in try clones[0].store.library.all() where podcast.id.rawValue == "p" {
      for track in podcast.episodes { model.add(.track(track.id), by: nil) }
      for tag in podcast.tags { model.add(.tag(tag), by: nil) }
      model.set(.title, to: podcast.title, by: nil)
    }
  }

  /// Records a new playlist in the model.
  mutating func record(_ playlist: Playlist, by clone: Int?) {
    for number in playlist.numbers {
      model.add(.list(number), by: clone)
      for episode in playlist.removable { model.add(.episode(number, episode), by: clone) }
      for rule in playlist.criteria.conditions ?? [] { model.add(.rule(number, rule.canonicalText), by: clone) }
      model.set(.name(number), to: playlist.name, by: clone)
      model.set(.description(number), to: playlist.description, by: clone)
      model.set(.folder(number), to: "\(playlist.folder)", by: clone)
      model.set(.id(number), to: playlist.id.rawValue, by: clone)
    }
  }
}

/// The repositories with which simulations begin: a bare remote, and clones. All share a directory of objects, so that a fetch and
/// a push in one process only change references.
struct SimulatedRepositories {
  private let sandbox: Sandbox
  /// The directory of the program `git` of simulations.
  var programs: FilePath { sandbox.root.appending("programs") }

  /// Makes the repositories.
  init() throws {
    sandbox = try Sandbox()
    for (path, text) in SimulatedFiles.all { try sandbox.write(text, to: path) }
    let clock = SimulatedClock(skews: [0])
    _ = try Store.initialize(
      at: sandbox.store, from: nil,
      context: Store.Context(environment: sandbox.environment, now: { clock.now(of: 0) }))
    let output = try sandbox.shell(
      """
      set -e
      git config user.name Somebody; git config user.email somebody@example.org
      git init -q --bare -b main ../remote.git
      git remote add origin ../remote.git
      git push -q --set-upstream origin main
      mv .git/objects ../objects
      ln -s ../../objects .git/objects
      rm -r ../remote.git/objects
      ln -s ../objects ../remote.git/objects
      echo done
      """)
    try #require(output.hasSuffix("done\n"), "\(output)")
    try SimulatedGit.install(at: "../programs/git", in: sandbox)
  }

  /// Copies the objects, the remote and a number of clones.
  func copy(to directory: FilePath, count: Int) throws {
    let manager = FileManager.default
    for name in ["objects", "remote.git"] {
      try manager.copyItem(atPath: "\(sandbox.root)/\(name)", toPath: "\(directory)/\(name)")
    }
    for number in 0..<count {
      try manager.copyItem(atPath: sandbox.store.string, toPath: "\(directory)/\(number)")
    }
  }
}
