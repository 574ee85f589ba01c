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

  /// The texts that the rules name, in source order, each with the place of its rule. Invalid rules are ignored.
  ///
  /// - Complexity: O(*n*) in the length of the rules, which are parsed again.
  public var namedTexts: [Mention<NamedText>] {
    parsedRules.flatMap { element, parsed in
      parsed.rule.namedTexts.map { Mention(value: $0, range: element.range) }
    }
  }

  private func mentions<Value>(_ part: KeyPath<ParsedRule, [ParsedRule.Mention<Value>]>) -> [Mention<Value>] {
    document.mentions(part, inRules: PlaylistKey.conditions.rawValue)
  }

  private var parsedRules: [(element: TOMLValue, rule: ParsedRule)] {
    document.parsedRules(of: PlaylistKey.conditions.rawValue)
  }
}

extension PodcastFile {
  /// The regular expressions in the rules of `skip`, in source order. Invalid rules are ignored.
  public var patterns: [PlaylistFile.Mention<String>] {
    document.mentions(\.patterns, inRules: PodcastKey.skip.rawValue)
  }
}

extension TOMLDocument {
  fileprivate func mentions<Value>(
    _ part: KeyPath<ParsedRule, [ParsedRule.Mention<Value>]>, inRules key: String
  ) -> [PlaylistFile.Mention<Value>] {
    parsedRules(of: key).flatMap { element, parsed in
      parsed[keyPath: part].map {
        PlaylistFile.Mention(value: $0.value, range: element.sourceRange(ofStringBytes: $0.range) ?? element.range)
      }
    }
  }

  fileprivate func parsedRules(of key: String) -> [(element: TOMLValue, rule: ParsedRule)] {
    guard let rules = root[key]?.array else { return [] }
    return rules.compactMap { element in
      guard let text = element.string else { return nil }
      do throws(RuleError) {
        return (element, try ParsedRule(parsing: text))
      } catch {
        return nil
      }
    }
  }
}
