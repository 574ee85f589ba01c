public import LosslessTOML
public import MixtapeModel

extension PlaylistFile {
  /// A value in a rule of a file, with its place.
  public struct Mention<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The bytes of the file, quotes included.
    public let range: SourceRange
  }

  /// The playlists that the rules name, in source order. Invalid rules are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are parsed again.
  public var namedPlaylists: [Mention<Playlist.ID>] { mentions(\.playlists) }

  /// The regular expressions in the rules, in source order. Invalid rules are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are parsed again.
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
