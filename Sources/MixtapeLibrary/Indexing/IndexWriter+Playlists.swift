internal import MixtapeModel

extension IndexWriter {
  /// Inserts the rows of a playlist.
  func insert(_ playlist: Playlist, _ file: Int64) throws {
    let criteria = playlist.criteria
    let conditions = try (criteria.conditions?.map(\.text)).map(JSONStrings.encode)
    let sort = try JSONStrings.encode(criteria.sort.map(\.description))
    try RawStatement(
      """
      INSERT INTO playlists (
        file, id, folder, name, description, conditions, "match", search, sort, "limit", seed, continuous, shuffle,
        episodeCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database
    ).run {
      $0.integer(file)
      $0.text(playlist.id.rawValue)
      $0.text(playlist.folder.path)
      $0.text(playlist.name)
      $0.text(playlist.description)
      $0.text(conditions)
      $0.text(criteria.match.rawValue)
      $0.text(criteria.search)
      $0.text(sort)
      $0.text(criteria.limit?.description)
      $0.integer(criteria.seed)
      $0.integer(playlist.settings.continuous ? 1 : 0)
      $0.text(ShuffleText.encode(playlist.settings.shuffle))
      $0.integer(Int64(playlist.episodes.count))
    }
    let member = try RawStatement(
      "INSERT INTO members (playlist, position, episode) VALUES (?, ?, ?)", in: database)
    for (position, episode) in playlist.episodes.enumerated() {
      try member.run {
        $0.integer(file)
        $0.integer(Int64(position))
        $0.text(episode.rawValue)
      }
    }
  }
}
