import MixtapeModel
import MixtapeStore
import PlaylistFiles

extension ErrorPresenter {
  /// Returns the name of the subject of an error, for use in a sentence.
  static func name(_ subject: MixtapeError.Subject) -> String {
    switch subject {
    case .playlist(let id): id.rawValue
    case .episode(let id): id.rawValue
    case .podcast(let id): id.rawValue
    case .folder(let folder): folder == .top ? "the top" : quoted(folder.path)
    case .tag(let tag): quoted(tag)
    case .text(let text): quoted(text)
    case .file(let path): shortened(path)
    case .position(let position, _): String(position)
    case .none: "what was asked for"
    }
  }

  /// Returns a text in quotes, shortened if it is long.
  static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

  private static func shortened(_ text: String) -> String {
    let most = 200
    return text.utf8.count <= most ? text : text.prefix(60) + "…"
  }

  /// Words the error that something does not exist, with the command that lists what exists.
  static func notFound(_ error: MixtapeError) -> (String, [String]) {
    let (message, hints) = notFound(error.subject)
    return (message, hints + self.hints(ofCause: error.cause))
  }

  private static func notFound(_ subject: MixtapeError.Subject) -> (String, [String]) {
    switch subject {
    case .playlist(let id): ("there is no playlist \(id)", ["`mixtape list` lists the playlists"])
    case .episode(let id): ("there is no episode \(id)", [])
    case .podcast(let id): ("there is no podcast \(id)", ["`mixtape podcast list` lists the podcasts"])
    case .folder(let folder):
      (
        "there is no folder \(quoted(folder.path))",
        ["`mixtape folder list` lists the folders of playlists, and with `--library` those of podcasts"]
      )
    case .tag(let tag): ("there is no tag \(quoted(tag))", ["`mixtape tag list` lists the tags"])
    case .file(let path): ("\(shortened(path)) is not a file of this store", [])
    case .text(let template):
      ("there is no template \(shortened(template))", ["`mixtape create --list-templates` lists the templates"])
    default: ("there is no \(name(subject))", [])
    }
  }

  /// Makes the error that a folder does not exist in one tree, but does in the other.
  static func folder(_ folder: Folder, isIn tree: FolderTree) -> CommandFailure {
    CommandFailure(
      .notFound, code: MixtapeError.Code.notFound.rawValue,
      "there is no folder \(quoted(folder.path)) \(tree == .library ? "of playlists" : "of the library")",
      hints: tree == .library
        ? "the library has one: use `--library`" : "playlists have one: omit `--library`")
  }

  /// Makes the error that a playlist did not exist at a revision.
  static func absent(_ id: Playlist.ID, at revision: Revision) -> CommandFailure {
    CommandFailure(
      .notFound, code: MixtapeError.Code.notFound.rawValue,
      "there was no playlist \(id) at \(quoted(revision.description))",
      hints: "`mixtape history \(id)` tells when there was")
  }

  /// Words the error that an id or a name is taken.
  static func alreadyExists(_ subject: MixtapeError.Subject) -> (String, [String]) {
    switch subject {
    case .file(let path):
      return ("\(shortened(path)) already exists with different content; nothing was changed", [])
    case .podcast(let id):
      return ("there is already a podcast with the id \(id)", ["`--id` gives a new podcast another id"])
    case .folder(let folder): return ("there is already a folder \(quoted(folder.path))", [])
    case .episode(let id): return ("the podcast would have the episode \(id) twice", [])
    default: break
    }
    return ("there is already a playlist with the id \(name(subject))", ["`--id` gives a new playlist another id"])
  }

  /// Returns the question whether a similar name was meant.
  static func suggestion(for error: MixtapeError) -> String? {
    guard !error.candidates.isEmpty else { return nil }
    let wanted: String
    switch error.subject {
    case .playlist(let id): wanted = id.rawValue
    case .podcast(let id): wanted = id.rawValue
    case .folder(let folder): wanted = folder.path
    case .tag(let tag): wanted = tag
    case .episode(let id):
      return didYouMean(id, among: error.candidates.compactMap(Episode.ID.init(rawValue:)))
    case .text(let text), .file(let text): wanted = text
    case .position, .none: return nil
    }
    return didYouMean(NearestNames.of(wanted, among: error.candidates))
  }

  /// Returns the question whether a similar episode was meant.
  static func didYouMean(_ episode: Episode.ID, among candidates: [Episode.ID]) -> String? {
    didYouMean(NearestNames.of(episode, among: candidates).map(\.rawValue))
  }

  /// Returns the question whether one of some names was meant; `nil` without names.
  static func didYouMean(_ names: [String]) -> String? {
    names.isEmpty ? nil : "did you mean \(listed(names, "or"))?"
  }

  /// Words the error that a text is not a valid id, folder or name.
  static func invalidName(_ error: MixtapeError) -> (String, [String]) {
    switch error.code {
    case .invalidFolder where error.cause is FolderViolation: return (folderViolation(error), [])
    case .invalidFolder:
      return ("\(name(error.subject)) is not a valid folder: \(folderReason(error))", [])
    case .invalidName:
      let subject =
        switch error.subject {
        case .podcast: "a podcast cannot have this title"
        case .tag: "a tag cannot be called this"
        default: "a playlist cannot have this name"
        }
      return ("\(subject): \(nameReason(error.cause))", [])
    case .noIDInName:
      return ("no id can be made from the name \(name(error.subject))", ["`--id` gives one"])
    default:
      return (
        "\(name(error.subject)) is not a valid id: \(IDWording.reason(for: error))",
        [suggestedID(for: error)].compactMap(\.self)
      )
    }
  }

  /// Returns the id that could be made from a text, for users who type the name instead of the id.
  private static func suggestedID(for error: MixtapeError) -> String? {
    guard case .text(let text) = error.subject, !text.contains("/"), text.utf8.count <= TitleRules.maximumLength,
      (error.cause as? InvalidName)?.violation != .notAnEpisodePath
    else { return nil }
    return Playlist.ID(suggestedBy: text).map { "as an id it would be \($0)" }
  }

  private static func folderViolation(_ error: MixtapeError) -> String {
    switch error.cause as? FolderViolation {
    case .withinItself: "a folder cannot be moved into itself: \(name(error.subject)) is within it"
    case .top, nil: "the top folder cannot be moved or deleted: name another folder"
    }
  }

  private static func folderReason(_ error: MixtapeError) -> String {
    guard let invalid = error.cause as? InvalidName else { return "it breaks the rules of folders" }
    switch invalid.violation {
    case .empty: return "a name between two slashes is empty"
    case .tooLong(let bytes):
      return "a name in it is \(bytes) bytes long; the maximum is \(Folder.maximumNameLength)"
    case .badStart(let character): return "a name in it starts with `\(character)`"
    case .badCharacter(let character): return "it holds `\(character)`"
    case .notNormalized, .notAnEpisodePath: return IDWording.reason(for: invalid.violation)
    }
  }

  private static func nameReason(_ cause: (any Error)?) -> String {
    switch cause as? TitleViolation {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it is \(bytes) bytes long; the maximum is \(TitleRules.maximumLength)"
    case .controlCharacter: "it contains a line break or another control character"
    case nil: "it breaks the rules of names"
    }
  }

  /// Words the error that a position is outside of the list.
  static func outOfRange(_ subject: MixtapeError.Subject) -> String {
    switch subject {
    case .position(let position, count: 0):
      "there is no position \(position): the playlist has no hand-picked episodes"
    case .position(let position, let count):
      "there is no position \(position): the playlist has \(counted(count, "episode"))"
    case .text(let typed): "there is no position \(shortened(typed))"
    default: "there is no such position"
    }
  }

  /// Returns the number of possible steps, for an error that asked for more.
  static func beyond(_ subject: MixtapeError.Subject) -> String {
    guard case .position(_, let count) = subject, count > 0 else { return "" }
    return " beyond \(counted(count, "change")); nothing was changed"
  }
}

/// Returns words in a sentence: `a`, `a and b`, `a, b and c`.
func listed(_ words: [String], _ conjunction: String = "and") -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// Returns a number with its noun: `1 episode`, `2 episodes`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? "\(noun)s")"
}
