public import MixtapeModel

/// A part of a playlist that is lost in a conversion between formats.
public struct Loss: Hashable, Sendable {
  /// The kinds of parts.
  public enum Part: Hashable, Sendable {
    /// A key of the playlist file.
    case key(PlaylistKey)
    /// A rule, as written.
    case rule(String)
    /// An entry, by its id or its name.
    case entry(String)
    /// The id of the playlist.
    case id
    /// The folder of the playlist.
    case folder
    /// A part of the other format, by its name there.
    case element(String)
  }

  /// The id or the name of the playlist; `nil` for the whole file.
  public let playlist: String?
  /// The part.
  public let part: Part
  /// The reason, as a clause.
  public let reason: String
  /// The change of what the playlist finds; `nil` for other parts than rules, and if no rule is left.
  public let effect: LostRule.Effect?

  /// The reason for the loss of a part that playlist files do not have.
  static let noKey = "playlist files have no key for it"

  /// Makes a loss.
  public init(_ part: Part, of playlist: String?, _ reason: String) {
    self.init(part, of: playlist, reason, effect: nil)
  }

  /// Makes the loss of a rule.
  init(_ rule: LostRule, of playlist: String?) {
    self.init(.rule(rule.text), of: playlist, rule.reason, effect: rule.effect)
  }

  private init(_ part: Part, of playlist: String?, _ reason: String, effect: LostRule.Effect?) {
    self.playlist = playlist
    self.part = part
    self.reason = reason
    self.effect = effect
  }

  /// The name of the part for people.
  public var name: String {
    switch part {
    case .key(let key): key.rawValue
    case .rule(let text): "rule \(text)"
    case .entry(let name): "entry \(name)"
    case .id: "id"
    case .folder: "folder"
    case .element(let name): name
    }
  }

  /// The kind of the part, as a stable name.
  public var kind: String {
    switch part {
    case .key: "key"
    case .rule: "rule"
    case .entry: "entry"
    case .id: "id"
    case .folder: "folder"
    case .element: "element"
    }
  }
}
