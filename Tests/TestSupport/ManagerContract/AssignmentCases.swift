import Foundation
import MixtapeModel
import Testing

/// Assignments of episodes to several playlists.
let assignmentCases: [PlaylistCase] = [
  PlaylistCase("assign: episodes are added, removed, and a playlist is created, as one change") { manager in
    let episodes = try [Episode.ID].fixture("xa")
    let night = try Playlist(id: try Playlist.ID(validating: "night"), name: "Night")
    let plan = try manager.perform(
      .assign(episodes + episodes, to: [.focus], from: [.morning], creating: [night]))
    #expect(plan.changes.map(\.item.id.rawValue) == ["focus", "morning", "night"])
    #expect(try manager.existing("focus").episodes.letters.hasSuffix("x"))
    #expect(try !manager.existing("morning").episodes.letters.contains("a"))
    #expect(try manager.existing("night").episodes.letters == "xa")
    try expectNoChange(manager) { try manager.perform(.assign(episodes, to: [.focus], from: [.morning], creating: [])) }
  },
  PlaylistCase("assign: a taken id and a missing playlist change nothing") { manager in
    let episodes = try [Episode.ID].fixture("x")
    let taken = try Playlist(id: .focus, name: "Focus")
    try expectRefusal(.alreadyExists, .playlist(.focus), by: manager) {
      try manager.perform(.assign(episodes, to: [.morning], from: [], creating: [taken]))
    }
    let new = try Playlist(id: try Playlist.ID(validating: "new"), name: "New")
    try expectRefusal(.alreadyExists, .playlist(new.id), by: manager) {
      try manager.perform(.assign(episodes, to: [], from: [], creating: [new, new]))
    }
    try expectRefusal(.notFound, .playlist(.missing), by: manager) {
      try manager.perform(.assign(episodes, to: [.morning, .missing], from: [], creating: []))
    }
    #expect(try !manager.existing("morning").episodes.letters.contains("x"))
  },
]
