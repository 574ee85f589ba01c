/// SQL for the rows of episodes in the table of searches. Insertion and deletion derive them from the other tables by
/// the same expression: deleting a row requires the text that was inserted.
enum SearchRows {
  /// The fields whose texts are in the tables `texts` and `search`.
  private static let fields = ["artist", "albumArtist", "album", "genre", "composer"]

  /// The rows of a statement, identified by its only argument.
  enum Scope: String {
    /// The rows of a podcast's episodes.
    case podcast
    /// The row of an episode.
    case episode
  }

  /// Returns SQL that inserts rows.
  static func insertion(_ scope: Scope) -> String {
    "INSERT INTO search (rowid, \(columns)) SELECT episode, \(values) WHERE episodes.\(scope.rawValue) = ?"
  }

  /// Returns SQL that deletes rows.
  static func deletion(_ scope: Scope) -> String {
    """
    INSERT INTO search (search, rowid, \(columns)) SELECT 'delete', episode, \(values)
    WHERE episodes.\(scope.rawValue) = ?
    """
  }

  private static let columns = (["title"] + fields + ["podcast", "texts"]).joined(separator: ", ")

  private static let values = """
    episodes.foldedTitle, \(fields.map { "\($0).folded" }.joined(separator: ", ")),
      CASE WHEN album.folded IS podcasts.foldedTitle THEN NULL ELSE podcasts.foldedTitle END,
      episodes.foldedTexts
    FROM episodes JOIN podcasts ON podcasts.file = episodes.podcast
      \(fields.map { "LEFT JOIN texts AS \($0) ON \($0).text = episodes.\($0)" }.joined(separator: " "))
    """
}
