import Foundation
import MixtapeModel
import Testing

/// One case for each kind of operation.
let failureCases: [PlaylistCase] = PlaylistOperation.Kind.allCases.map(failureCase)

/// Returns the case that a failed save changes nothing and sends nothing, and that the next save works.
private func failureCase(of kind: PlaylistOperation.Kind) -> PlaylistCase {
  PlaylistCase("a save that fails: \(kind.rawValue) changes nothing", saves: .failOnce) { manager in
    let operation = try operation(of: kind)
    try await expectChanges([], heardOf: manager) {
      // Each implementation has its own code for the cause.
      _ = try expectSame(manager.all) { #expect(throws: MixtapeError.self) { try manager.perform(operation) } }
    }
    #expect(try manager.perform(operation).changesNothing == false)
  }
}

/// Returns an operation of a kind that changes the playlists of the fixture.
private func operation(of kind: PlaylistOperation.Kind) throws -> PlaylistOperation {
  switch kind {
  case .create: .create(try .fixture("night"))
  case .importing: .importing([try .fixture("night"), try .fixture("focus")])
  case .resolve:
    .resolve([
      try .morning: [
        EntryReplacement(at: 0, of: try [Episode.ID].fixture("a")[0], by: try [Episode.ID].fixture("x")[0])
      ]
    ])
  case .update: .update(try .fixture("focus", name: "Updated"))
  case .delete: .delete(try .focus)
  case .duplicate: .duplicate(try .focus, name: nil)
  case .rename: .rename(try .focus, to: "Renamed")
  case .describe: .describe(try .focus, as: "Described")
  case .move: .move(try .focus, to: .top)
  case .conditions: .conditions(try .focus, [.search("sea")])
  case .freeze: .freeze(try .focus, found: try .fixture("x"))
  case .add: .add(try .fixture("x"), to: try .focus, at: 0)
  case .assign: .assign(try .fixture("x"), to: [try .focus], from: [], creating: [try .fixture("night")])
  case .remove: .remove([.offset(0)], from: try .focus)
  case .reorder: .reorder(try .morning, [.offset(0)], to: .landing(at: 2))
  case .moveFolder: .moveFolder(try Folder(validating: "work"), to: try Folder(validating: "play"))
  case .deleteFolder: .deleteFolder(try Folder(validating: "work"))
  }
}

/// One case for each kind of operation on podcasts.
let podcastFailureCases: [PodcastCase] = PodcastOperation.Kind.allCases.map(failureCase)

/// Returns the case for a kind of operation on podcasts.
private func failureCase(of kind: PodcastOperation.Kind) -> PodcastCase {
  PodcastCase("a save that fails: \(kind.rawValue) changes nothing", saves: .failOnce) { manager in
    let operation = try operation(of: kind)
    try await expectChanges([], heardOf: manager) {
      _ = try expectSame(manager.all) { #expect(throws: MixtapeError.self) { try manager.perform(operation) } }
    }
    #expect(try manager.perform(operation).changesNothing == false)
  }
}

/// Returns an operation of a kind that changes the podcasts of the fixture.
private func operation(of kind: PodcastOperation.Kind) throws -> PodcastOperation {
  switch kind {
  case .add: .add(try .fixture("night"))
  case .update: .edit(try .loose, [.title("Updated")])
  case .remove: .remove(try .nightSky)
  case .tag: .tag(try [.loose, .album], "t")
  case .untag: .untag(try [.dailyByte, .album], "calm")
  case .renameTag: .renameTag("calm", to: "quiet")
  case .moveFolder: .moveFolder(try Folder(validating: "shows"), to: try Folder(validating: "s"))
  case .deleteFolder: .deleteFolder(try Folder(validating: "shows"))
  case .addEpisodes: .addEpisodes([Episode(id: try Episode.ID(validating: "loose/x"))], to: try .loose, at: nil)
  case .editEpisodes:
    .editEpisodes(
      try ["night-sky/a", "daily-byte/b"].map(Episode.ID.init(validating:)), [EpisodeEdit(.guid, .text("g"))])
  case .removeEpisodes: .removeEpisodes([try Episode.ID(validating: "night-sky/a")])
  case .moveEpisodes: .moveEpisodes([try Episode.ID(validating: "night-sky/a")], to: try .album, at: nil)
  case .rate: .rate([try Episode.ID(validating: "night-sky/a")], 5)
  case .merge: .merge([PodcastMerge(try .fixture("night"), into: nil)])
  case .scan: .scan([PodcastMerge(try .fixture("night"), into: nil)])
  case .recordPlays:
    .recordPlays([
      try Episode.ID(validating: "night-sky/a"): EpisodePlays(last: Date(timeIntervalSince1970: 1_700_000_000)),
      try Episode.ID(validating: "daily-byte/a"): EpisodePlays(last: Date(timeIntervalSince1970: 1_700_000_000)),
    ])
  }
}
