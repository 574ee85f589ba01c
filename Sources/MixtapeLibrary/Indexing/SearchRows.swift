/// The rows of episodes in the table of searches. They are made of what the other tables hold, when they come as when they
/// go: to delete a row takes the text that was inserted.
enum SearchRows {
  /// Fields whose texts are in the table of texts, and in that of searches.
  private static let fields = ["artist", "albumArtist", "album", "genre", "composer"]

  /// Which rows are meant, by the one argument of the statements.
  enum Scope: String {
    /// Those of a podcast's episodes.
    case podcast
    /// That of an episode.
    case episode
  }

  /// Inserts rows.
  static func insertion(_ scope: Scope) -> String {
    "INSERT INTO search (rowid, \(columns)) SELECT episode, \(values) WHERE episodes.\(scope.rawValue) = ?"
  }

  /// Deletes rows.
  static func deletion(_ scope: Scope) -> String {
    """
    INSERT INTO search (search, rowid, \(columns)) SELECT 'delete', episode, \(values)
    WHERE episodes.\(scope.rawValue) = ?
    """
  }

  private static let columns = (["title"] + fields + ["podcast"]).joined(separator: ", ")

  private static let values = """
    episodes.foldedTitle, \(fields.map { "\($0).folded" }.joined(separator: ", ")),
      CASE WHEN album.folded IS podcasts.foldedTitle THEN NULL ELSE podcasts.foldedTitle END
    FROM episodes JOIN podcasts ON podcasts.file = episodes.podcast
      \(fields.map { "LEFT JOIN texts AS \($0) ON \($0).text = episodes.\($0)" }.joined(separator: " "))
    """
}
