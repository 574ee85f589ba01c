public import LosslessTOML
public import MixtapeModel

extension PlaylistFile {
  /// Something that a rule of a file names, and where.
  public struct Mention<Value: Sendable>: Sendable {
    /// What is named.
    public let value: Value
    /// The bytes of the file, quotes included.
    public let range: SourceRange
  }

  /// The playlists that the rules name, in source order. Rules that cannot be read name none.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are read again.
  public var namedPlaylists: [Mention<Playlist.ID>] { mentions(\.playlists) }

  /// The regular expressions in the rules, in source order. Rules that cannot be read have none.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are read again.
  public var patterns: [Mention<String>] { mentions(\.patterns) }

  private func mentions<Value>(_ part: KeyPath<ParsedRule, [ParsedRule.Mention<Value>]>) -> [Mention<Value>] {
    guard let conditions = document.root["conditions"]?.array else { return [] }
    return conditions.flatMap { element -> [Mention<Value>] in
      guard let text = element.string else { return [] }
      do throws(RuleError) {
        return try ParsedRule(parsing: text)[keyPath: part].map {
          Mention(value: $0.value, range: element.sourceRange(ofStringBytes: $0.range) ?? element.range)
        }
      } catch {
        return []
      }
    }
  }
}
