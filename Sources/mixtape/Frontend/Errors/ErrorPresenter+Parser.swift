import MixtapeModel

extension ErrorPresenter {
  /// Returns a message of the parser of arguments in the style of all other messages. Messages of commands stay.
  static func wording(ofParserMessage message: String) -> String {
    for (start, end, wording) in forms {
      guard message.hasPrefix(start) else { continue }
      let rest = message.dropFirst(start.count)
      guard let separator = rest.firstRange(of: end) else { continue }
      return wording(String(rest[..<separator.lowerBound]), rest[separator.upperBound...])
    }
    return wording(ofUnexpectedArguments: message) ?? message
  }

  /// Returns `2 unexpected arguments: 'a', 'b'` with double quotes; `nil` for another message.
  private static func wording(ofUnexpectedArguments message: String) -> String? {
    guard let start = message.firstRange(of: " unexpected arguments: '"), message.last == "'",
      message[..<start.lowerBound].allSatisfy(\.isNumber)
    else { return nil }
    let words = message[start.upperBound...].dropLast().split(separator: "', '", omittingEmptySubsequences: false)
    return "\(words.count) unexpected arguments: \(words.map { quoted(String($0)) }.joined(separator: ", "))"
  }

  /// The forms of messages: the text before the first quoted text, the text after it, and the wording.
  private static let forms: [(start: String, end: String, wording: @Sendable (String, Substring) -> String)] = [
    ("Missing value for '", "'", { option, _ in "missing value for \(option)" }),
    ("Missing expected argument '", "'", { argument, _ in "missing argument \(argument)" }),
    ("Unexpected argument '", "'", { argument, _ in "unexpected argument \(quoted(argument))" }),
    (
      "Unknown option '", "'. Did you mean '",
      { option, rest in
        let near = near(option, rest)
        return "there is no option \(quoted(option))\(near.map { "; did you mean \($0)?" } ?? "")"
      }
    ),
    ("The value '", "' is invalid for '", { value, rest in invalid(value, for: rest) }),
  ]

  /// Returns whether a message of the parser suggests another option, which is similar to the unknown one.
  static func suggestsNearOption(inParserMessage message: String) -> Bool {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.count > 3 && parts[2].hasSuffix("Did you mean ") && near(String(parts[1]), parts[3]) != nil
  }

  /// Returns the option at the start of a text if it is similar to an unknown one. The parser also suggests options that are not.
  private static func near(_ option: String, _ text: Substring) -> String? {
    NearestNames.of(option, among: [String(text.prefix { $0 != "'" })]).first
  }

  private static func invalid(_ value: String, for rest: Substring) -> String {
    let option = rest.prefix { $0 != "'" }
    var reason = rest.dropFirst(option.count + 1)
    let choice = ". Please provide one of "
    if reason.hasPrefix(choice) {
      reason = reason.dropFirst(choice.count)
      if reason.hasSuffix(".") { reason.removeLast() }
      let values = reason.replacing("'", with: "").replacing(" or ", with: " and ")
      return "invalid value \(quoted(value)) for \(option); the values are \(values)"
    }
    return "invalid value \(quoted(value)) for \(option)\(reason)"
  }
}

/// Commands that people type because another program has them, and the command that they mean.
enum TypedByHabit {
  /// The hints, by the words after `mixtape`.
  static let commands: [String: String] = [
    "rate": rating, "podcast rate": rating, "podcast set": setting, "podcast rename": setting,
    "episode set": "`mixtape set EPISODE --set KEY=VALUE` changes an episode",
    "podcast edit": editing, "episode edit": editing,
    "playlist":
      "`mixtape list` lists the playlists; their other commands, such as `mixtape create`, have no group either",
    "playlists": listing, "podcasts": listing, "album": listing, "albums": listing, "podcast ls": listing,
    "stop": "`mixtape player stop` stops a running player", "previous": "`mixtape player previous` goes back",
    "pull": syncing, "push": syncing, "merge": syncing, "resolve": "`mixtape conflicts` decides conflicts of a sync",
    "commit": "each command commits its change, and hand edits made before it",
    "undelete": "`mixtape restore ID` restores a deleted playlist or podcast",
    "unsubscribe": "`mixtape set ID --unsubscribe` unsubscribes from a podcast",
    "info": "`mixtape show ID` shows a playlist, a podcast or an episode",
    "rules": "`mixtape conditions ID` shows the rules of a playlist",
    "find": "`mixtape search` finds episodes", "played": "`mixtape episode played` records plays",
    "download": "`mixtape episode download` downloads episodes",
    "pause": "`mixtape player pause` pauses a running player",
    "next": "`mixtape player next` skips to the next episode of a running player",
    "fetch": updating, "refresh": updating, "update": "\(updating), and `mixtape set` changes values",
    "podcast update": "`mixtape set ID` changes a podcast, and `mixtape feed update` fetches new episodes",
    "episode update": "`mixtape set EPISODE --set KEY=VALUE` changes an episode",
    "podcast fetch": updating, "podcast refresh": updating,
    "subscribe":
      "`mixtape podcast add URL` adds a podcast, and `mixtape set ID --subscribe` subscribes to one",
    "podcast subscribe": "`mixtape set ID --subscribe` subscribes to a podcast",
    "podcast move": "`mixtape set ID --folder FOLDER` moves a podcast",
    "folder rename": renaming, "folder mv": renaming,
    "episode unplayed": unplaying, "unplayed": unplaying,
    "podcast show": "`mixtape show ID` shows a podcast", "episode show": "`mixtape show ID` shows an episode",
    "podcast remove": deleting, "podcast delete": deleting, "podcast rm": deleting,
    "episode delete": removing, "episode rm": removing,
  ]

  /// Returns the hint for an option that a command does not have.
  ///
  /// - Parameter command: The names of the command and its groups.
  static func option(_ option: String, of command: [String]) -> String? {
    if option == "-q" || option == "-C" { return "write it before the command: `mixtape \(option) …`" }
    let key = option.drop { $0 == "-" }.prefix { $0 != "=" }
    guard command == ["set"], option.hasPrefix("--"), EpisodeKey.names.contains(String(key)) else { return nil }
    return "`--set \(key)=VALUE` changes a value of an episode"
  }

  private static let editing = "`mixtape edit ID` opens the file of a podcast"
  private static let listing = ErrorPresenter.listingItems
  private static let rating = "`mixtape episode rate` rates episodes"
  private static let renaming = "`mixtape folder move FOLDER NEW-PATH` renames a folder"
  private static let setting = "`mixtape set ID` changes values of a podcast, and `mixtape set --help` lists them"
  private static let syncing = "`mixtape sync` exchanges changes with a remote"
  private static let deleting = "`mixtape delete ID` deletes a podcast"
  private static let removing = "`mixtape episode remove EPISODE` removes an episode from the library"
  private static let unplaying = "`mixtape episode played --never` marks episodes as never played"
  private static let updating = "`mixtape feed update` fetches new episodes"
}
