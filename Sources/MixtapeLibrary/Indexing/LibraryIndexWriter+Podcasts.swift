internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LibraryIndexWriter {
  /// Replaces the rows of a podcast. Unchanged episodes keep their rows.
  func replace(_ file: Int64, by podcast: Podcast) throws {
    let foldedTitle = TextFolding.fold(podcast.title)
    let oldTitle = try database.statement("SELECT foldedTitle FROM podcasts WHERE file = ?")
      .first({ $0.integer(file) }) { $0.text(0) }
    // The title is in the search row of each episode.
    if let oldTitle, !oldTitle.hasSameBytes(as: foldedTitle) { try removeEpisodes(of: file) }
    try removePodcast(file)
    try insert(podcast, foldedTitle, file)
    try insertWords(of: podcast, file)
    try replaceEpisodes(of: file, by: podcast.episodes)
  }

  /// Removes the rows of a podcast, but not those of its episodes.
  func removePodcast(_ file: Int64) throws {
    try run("DELETE FROM podcastSearch WHERE rowid = ?", file)
    try run("DELETE FROM podcasts WHERE file = ?", file)
  }

  private func insertWords(of podcast: Podcast, _ file: Int64) throws {
    guard let texts = TextFolding.foldedTexts([podcast.description, podcast.notes]) else { return }
    try database.statement("INSERT INTO podcastSearch (rowid, texts) VALUES (?, ?)").run {
      $0.integer(file)
      $0.text(texts)
    }
  }

  private func insert(_ podcast: Podcast, _ foldedTitle: String, _ file: Int64) throws {
    let categories = try JSONStrings.encode(podcast.categories)
    let skip = try JSONStrings.encode(podcast.skip)
    let tags = try JSONStrings.encode(podcast.tags)
    try database.statement(
      """
      INSERT INTO podcasts (
        file, id, folder, kind, title, foldedTitle, author, feed, guid, artwork, description, notes, categories,
        tags, subscribed, dateAdded, newSince, skip, episodeCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run {
      $0.integer(file)
      $0.text(podcast.id.rawValue)
      $0.text(podcast.folder.path)
      $0.text(podcast.kind.rawValue)
      $0.text(podcast.title)
      $0.text(foldedTitle)
      $0.text(podcast.author)
      $0.text(podcast.feed)
      $0.text(podcast.guid)
      $0.text(podcast.artwork)
      $0.text(podcast.description)
      $0.text(podcast.notes)
      $0.text(categories)
      $0.text(tags)
      $0.integer(podcast.subscribed ? 1 : 0)
      $0.real(podcast.dateAdded?.timeIntervalSince1970)
      $0.real(podcast.newSince?.timeIntervalSince1970)
      $0.text(skip)
      $0.integer(Int64(podcast.episodes.count))
    }
  }
}
