import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport

extension Simulation {
  /// Makes a random change in a clone, by a command or by hand.
  mutating func change(_ clone: Int) throws {
    let playlists = try clones[clone].store.playlists()
    guard let playlist = pick(playlists) else { return try create(clone, []) }
    switch random(0..<30) {
    case 0...1: try create(clone, playlists)
    case 2...5: try add(clone, playlist)
    case 6...8: try remove(clone, playlist)
    case 9...10: try reorder(clone, playlist)
    case 11...14: try setValue(clone, playlist)
    case 15...16: try changeRules(clone, playlist)
    case 17 where playlists.count > 2: try delete(clone, playlist)
    case 18...22: try changeLibrary(clone)
    default: try editByHand(clone, playlist, playlists)
    }
  }

  private mutating func create(_ clone: Int, _ playlists: [Playlist]) throws {
    let number = listCount
    // Two clones may create a playlist with one id, and then it is one playlist.
    let id = try Playlist.ID(validating: chance(oneIn: 3) ? "shared\(random(0..<3))" : "l\(number)")
    guard number < SimulatedFiles.maximumListCount, !deletedIDs.contains(id),
      !playlists.contains(where: { $0.id == id })
    else { return }
    let playlist = try Playlist(
      id: id, folder: randomFolder(), name: "List \(number)", description: "Made by \(clone)",
      episodes: [.anchor(number), newEpisode()])
    try clones[clone].store.change(.create(playlist))
    listCount += 1
    record(playlist, by: clone)
  }

  mutating func randomFolder() throws -> Folder {
    try Folder(validating: pick(["", "day", "day/late", "night"]) ?? "")
  }

  private mutating func add(_ clone: Int, _ playlist: Playlist) throws {
    let episode = try newEpisode()
    guard !playlist.episodes.contains(episode) else { return }
    let place = chance(oneIn: 2) ? nil : random(0..<playlist.episodes.count + 1)
    try clones[clone].store.change(.add([episode], to: playlist.id, at: place))
    for number in playlist.numbers { model.add(.episode(number, episode), by: clone) }
  }

  private mutating func remove(_ clone: Int, _ playlist: Playlist) throws {
    guard let episode = pick(playlist.removable) else { return }
    try clones[clone].store.change(.remove([.id(episode)], from: playlist.id))
    for number in playlist.numbers { model.remove(.episode(number, episode), by: clone) }
  }

  private mutating func reorder(_ clone: Int, _ playlist: Playlist) throws {
    let count = playlist.episodes.count
    guard count > 1 else { return }
    try clones[clone].store.change(
      .reorder(playlist.id, [.offset(random(0..<count))], to: .landing(at: random(0..<count))))
    for number in playlist.numbers { model.touch(number, by: clone) }
  }

  private mutating func setValue(_ clone: Int, _ playlist: Playlist) throws {
    let (store, text) = (clones[clone].store, "Text \(newNumber())")
    for number in playlist.numbers.prefix(1) {
      switch random(0..<4) {
      case 0:
        try store.change(.rename(playlist.id, to: text))
        try set(SyncModel.Field.name, to: text, of: playlist, by: clone)
      case 1:
        try store.change(.describe(playlist.id, as: text))
        try set(SyncModel.Field.description, to: text, of: playlist, by: clone)
      case 2:
        let folder = try randomFolder()
        guard folder != playlist.folder else { return }
        try store.change(.move(playlist.id, to: folder))
        try set(SyncModel.Field.folder, to: "\(folder)", of: playlist, by: clone)
      default:
        try store.change(.edit(playlist.id, [.setting(.continuous(chance(oneIn: 2)))]))
        model.touch(number, by: clone)
      }
    }
  }

  /// Records a value of a playlist in the model.
  mutating func set(
    _ field: (Int) -> SyncModel.Field, to value: String, of playlist: Playlist, by clone: Int
  ) throws {
    for number in playlist.numbers { model.set(field(number), to: value, by: clone) }
  }

  private mutating func changeRules(_ clone: Int, _ playlist: Playlist) throws {
    let rules = playlist.criteria.conditions ?? []
    let texts = rules.map(\.canonicalText)
    if chance(oneIn: 8), !rules.isEmpty {
      try clones[clone].store.change(.freeze(playlist.id, found: []))
      for number in playlist.numbers { model.removeAllRules(texts, of: number, by: clone) }
    } else if chance(oneIn: 3), let place = pick(rules.indices) {
      try clones[clone].store.change(.conditions(playlist.id, [.remove(place)]))
      for number in playlist.numbers {
        if rules.count == 1 {
          model.removeAllRules(texts, of: number, by: clone)
        } else {
          model.remove(.rule(number, texts[place]), by: clone)
        }
      }
    } else {
      let rule = try WrittenRule(validating: "playCount > \(newNumber())")
      try clones[clone].store.change(.conditions(playlist.id, [.add(rule)]))
      for number in playlist.numbers { model.add(.rule(number, rule.canonicalText), by: clone) }
    }
  }

  private mutating func delete(_ clone: Int, _ playlist: Playlist) throws {
    try clones[clone].store.change(.delete(playlist.id))
    recordDeletion(of: playlist, by: clone)
  }

  /// Records the deletion of a playlist in the model.
  mutating func recordDeletion(of playlist: Playlist, by clone: Int) {
    deletedIDs.insert(playlist.id)
    for number in playlist.numbers { model.remove(.list(number), by: clone) }
  }

  private mutating func changeLibrary(_ clone: Int) throws {
    let (library, podcast) = (clones[clone].store.library, try Podcast.ID(validating: "p"))
    guard let found = try library.find(podcast), let episode = pick(found.episodes) else { return }
    let track = episode.id
    switch random(0..<8) {
    case 0...3:
      let (count, time) = (Int64(random(1..<4)), clock.now(of: clone))
      try library.recordPlays([track: EpisodePlays(count: count, last: time)])
      let isLatest = episode.lastPlayedAt.map { $0 < time } ?? true
      model.play(track, count, at: time, isLatest: isLatest, by: clone)
    case 4:
      let rating = Int64(random(0..<6))
      guard found.episodes.first(where: { $0.id == track })?.rating != rating else { return }
      try library.rate([track], rating)
      model.set(.rating(track), to: "\(rating)", by: clone)
    case 5:
      let tag = "tag\(newNumber())"
      try library.tag([podcast], tag)
      model.add(.tag(tag), by: clone)
    case 6:
      guard let tag = pick(found.tags) else { return }
      try library.untag([podcast], tag)
      model.remove(.tag(tag), by: clone)
    default:
      let title = "P \(newNumber())"
      try library.edit(podcast, .title(title))
      model.set(.title, to: title, by: clone)
    }
  }
}
