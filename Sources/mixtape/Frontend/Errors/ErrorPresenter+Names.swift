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
    case .item(let id): id
    case .folder(let folder): folder == .top ? "the top" : quoted(folder.path)
    case .tag(let tag): quoted(tag)
    case .text(let text): quoted(text)
    case .file(let path): shortened(path)
    case .position(let position, _): String(position)
    case .none: "the requested item"
    }
  }

  /// Returns a text in quotes, shortened if it is long.
  static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

  private static func shortened(_ text: String) -> String {
    let most = 200
    return text.utf8.count <= most ? text : text.prefix(60) + "…"
  }

  /// Returns the hint for an id that an item had before.
  static func hint(about renamed: RenamedItem) -> String {
    "\(renamed.item.id) was renamed to \(renamed.present.id): `mixtape show \(renamed.present.id)`"
  }

  /// Returns the message and hints for a missing item. A hint names the command that lists the existing ones.
  static func notFound(_ error: MixtapeError) -> Wording {
    let wording = notFound(error.subject)
    if let renamed = error.cause as? RenamedItem {
      return Wording(wording.message, hint(about: renamed))
    }
    switch error.cause as? LikelyItem {
    case .named(let name, let id):
      return Wording(wording.message, hints: wording.hints + ["\(id) has the name \(quoted(name))"])
    case .ofOtherKind(let item):
      return Wording(wording.message, "\(item.id) is a \(item.noun): `mixtape show \(item.id)`")
    case .deleted(let item):
      return Wording(wording.message, "\(item.id) was deleted; `mixtape restore \(item.id)` restores it")
    case .misnamed(let file):
      let fact = self.wording(ofInvalidNames: [file])
      return Wording(wording.message, hints: [fact.message] + fact.hints)
    case nil: return Wording(wording.message, hints: wording.hints + hints(ofCause: error.cause))
    }
  }

  /// The hint that names the commands for all playlists and podcasts.
  static let listingItems = "`mixtape list` lists the playlists, and `mixtape podcast list` the podcasts"

  private static func notFound(_ subject: MixtapeError.Subject) -> Wording {
    switch subject {
    case .playlist(let id): Wording("there is no playlist \(id)", "`mixtape list` lists the playlists")
    case .episode(let id): Wording("there is no episode \(id)", "`mixtape search` finds episodes")
    case .podcast(let id): Wording("there is no podcast \(id)", "`mixtape podcast list` lists the podcasts")
    case .item(let id): Wording("there is no playlist or podcast \(id)", listingItems)
    case .folder(let folder):
      Wording(
        "there is no folder \(quoted(folder.path))",
        "`mixtape folder list` lists the folders of playlists; `--library` lists those of podcasts")
    case .tag(let tag): Wording("there is no tag \(quoted(tag))", "`mixtape tag list` lists the tags")
    case .file(let path): Wording("\(shortened(path)) is not a file of this store", "`mixtape check` checks all files")
    case .text(let template):
      Wording("there is no template \(shortened(template))", "`mixtape create --list-templates` lists the templates")
    default: Wording("there is no \(name(subject))")
    }
  }

  /// Returns the error for a folder that exists only in the other tree.
  static func folder(_ folder: Folder, isIn tree: FolderTree) -> Problem {
    Problem.notFound(
      "there is no folder \(quoted(folder.path)) \(tree == .library ? "of playlists" : "of the library")",
      hints: tree == .library
        ? "the library has this folder: use `--library`" : "it is a folder of playlists: omit `--library`")
  }

  /// Makes the error that a playlist or a podcast did not exist at a revision.
  static func absent(_ item: StoreItem, at revision: Revision) -> Problem {
    absent("\(item.noun) \(item.id)", at: revision, hint: "`mixtape history \(item.id)` lists its revisions")
  }

  static func absent(_ episode: Episode.ID, at revision: Revision) -> Problem {
    let hint = "`mixtape history \(episode.podcast)` lists the revisions of its podcast"
    return absent("episode \(episode)", at: revision, hint: hint)
  }

  private static func absent(_ name: String, at revision: Revision, hint: String) -> Problem {
    Problem.notFound("there was no \(name) at \(quoted(revision.description))", hints: hint)
  }

  static func alreadyExists(_ subject: MixtapeError.Subject) -> Wording {
    switch subject {
    case .file(let path): Wording("\(shortened(path)) already exists with different content; nothing was changed")
    case .podcast(let id): Wording("a podcast with the id \(id) already exists", "use `--id` to choose another id")
    case .folder(let folder): Wording("the folder \(quoted(folder == .top ? "/" : folder.path)) already exists")
    case .episode(let id): Wording("the podcast \(id.podcast) already has an episode \(id.name)")
    default: Wording("a playlist with the id \(name(subject)) already exists", "use `--id` to choose another id")
    }
  }

  /// Returns the error of a command that makes the id of a playlist from its name, and has no option for the id.
  static func withoutIDOption(_ error: MixtapeError, hint: String) -> any Error {
    switch (error.code, error.subject) {
    case (.alreadyExists, .playlist), (.noIDInName, _):
      let problem = problem(for: error)
      return Problem(problem.status, code: problem.code, problem.message, hints: hint)
    default: return error
    }
  }

  /// Returns a "did you mean" question with similar names; `nil` without any.
  static func suggestion(for error: MixtapeError) -> String? {
    guard !error.candidates.isEmpty else { return nil }
    let wanted: String
    switch error.subject {
    case .playlist(let id): wanted = id.rawValue
    case .podcast(let id): wanted = id.rawValue
    case .item(let id): wanted = id
    case .folder(let folder): wanted = folder.path
    case .tag(let tag): wanted = tag
    case .episode(let id):
      return didYouMean(id, among: error.candidates.compactMap(Episode.ID.init(rawValue:)))
    case .text(let text), .file(let text): wanted = text
    case .position, .none: return nil
    }
    return didYouMean(NearestNames.of(wanted, among: error.candidates))
  }

  static func didYouMean(_ episode: Episode.ID, among candidates: [Episode.ID]) -> String? {
    didYouMean(NearestNames.of(episode, among: candidates).map(\.rawValue))
  }

  static func didYouMean(_ names: [String]) -> String? {
    names.isEmpty ? nil : "did you mean \(listed(names, "or"))?"
  }

  static func invalidName(_ error: MixtapeError) -> Wording {
    switch error.code {
    case .invalidFolder where error.cause is FolderViolation: return Wording(folderViolation(error))
    case .invalidFolder:
      let isTop = if case .text(let text) = error.subject { text.allSatisfy { $0 == "." } } else { false }
      return Wording(
        "\(name(error.subject)) is not a valid folder: \(folderReason(error))",
        isTop ? "`/` is the top folder" : nil)
    case .invalidName:
      let subject =
        switch error.subject {
        case .podcast: "invalid title"
        case .tag: "invalid tag"
        default: "invalid name"
        }
      return Wording("\(subject): \(nameReason(error))")
    case .noIDInName:
      return Wording("no id can be made from the name \(name(error.subject))", "use `--id` to choose an id")
    default:
      return Wording(
        "\(name(error.subject)) is not a valid id: \(IDWording.reason(for: error))", suggestedID(for: error))
    }
  }

  /// Returns a hint with an id made from the text, for users who type a name instead of an id.
  private static func suggestedID(for error: MixtapeError) -> String? {
    guard case .text(let text) = error.subject, !text.contains("/"), text.utf8.count <= TitleRules.maximumLength,
      (error.cause as? InvalidName)?.violation != .notAnEpisodePath
    else { return nil }
    return Playlist.ID(suggestedBy: text).map { "a valid id would be \($0)" }
  }

  private static func folderViolation(_ error: MixtapeError) -> String {
    switch error.cause as? FolderViolation {
    case .withinItself: "a folder cannot be moved into itself: \(name(error.subject)) is inside it"
    case .top, nil: "the top folder cannot be moved or deleted"
    }
  }

  private static func folderReason(_ error: MixtapeError) -> String {
    guard let invalid = error.cause as? InvalidName else { return "it is not a valid path of a folder" }
    switch invalid.violation {
    case .empty: return "a name between two slashes is empty"
    case .tooLong(let bytes):
      return "a name in it is \(bytes) bytes long; the maximum is \(Folder.maximumNameLength)"
    case .badStart(let character): return "a name in it starts with `\(character)`"
    case .badCharacter(let character): return "it contains `\(character)`"
    case .notNormalized, .notAnEpisodePath: return IDWording.reason(for: invalid.violation)
    }
  }

  private static func nameReason(_ error: MixtapeError) -> String {
    switch error.cause as? TitleViolation {
    case .empty: isOnlySpaces(error.subject) ? "it has only spaces" : "it is empty"
    case .tooLong(let bytes): "it is \(bytes) bytes long; the maximum is \(TitleRules.maximumLength)"
    case .controlCharacter: "it contains a line break or another control character"
    case nil: "it is not a valid name"
    }
  }

  private static func isOnlySpaces(_ subject: MixtapeError.Subject) -> Bool {
    switch subject {
    case .text(let text), .tag(let text): !text.isEmpty && text.isBlank
    default: false
    }
  }

  static func outOfRange(_ error: MixtapeError) -> Wording {
    if let playlist = (error.cause as? PositionInSmartPlaylist)?.playlist {
      return Wording(
        outOfRange(error.subject, "hand-picked episode"),
        "its rules find the other episodes; `mixtape freeze \(playlist)` replaces the rules with them")
    }
    guard let podcast = (error.cause as? PositionInPodcast)?.podcast else {
      return Wording(outOfRange(error.subject), "`mixtape show` shows the positions")
    }
    return Wording(
      "there is no position \(name(error.subject)) in \(podcast)", "`mixtape show \(podcast)` lists its episodes")
  }

  private static func outOfRange(_ subject: MixtapeError.Subject, _ noun: String = "episode") -> String {
    switch subject {
    case .position(let position, count: 0):
      "there is no position \(position): the playlist has no hand-picked episodes"
    case .position(let position, let count):
      "there is no position \(position): the playlist has \(counted(count, noun))"
    case .text(let typed): "there is no position \(shortened(typed))"
    default: "no such position"
    }
  }

  /// Returns the message for an undo or redo of more changes than there are.
  ///
  /// - Parameter verb: `undo` or `redo`.
  static func tooManySteps(_ error: MixtapeError, _ verb: String) -> Wording {
    let reasons = hints(ofCause: error.cause)
    switch error.subject {
    case .playlist, .podcast: return Wording("there is no change of \(name(error.subject)) to \(verb)", hints: reasons)
    case .position(_, let count) where count > 0:
      let message =
        "there \(count == 1 ? "is" : "are") only \(counted(count, "change")) to \(verb); nothing was changed"
      return Wording(
        message,
        hints: [
          "`mixtape \(verb)\(count == 1 ? "" : " \(count)")` \(verb == "undo" ? "undoes" : "redoes") \(count == 1 ? "it" : "them")"
        ] + reasons)
    default: return Wording("there is nothing to \(verb)", hints: reasons)
    }
  }
}

/// Joins words as in a sentence: `a`, `a and b`, `a, b and c`.
func listed(_ words: [String], _ conjunction: String = "and") -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// Joins the first words as in a sentence, with the number of those that it leaves out: `a, b and 3 more`.
func listed(first most: Int, of words: [String]) -> String {
  let more = words.count - most
  return listed(words.prefix(most) + (more > 0 ? ["\(more) more"] : []))
}

/// The cause of an error that a playlist or a podcast does not exist: the item that is probably meant.
enum LikelyItem: Error {
  /// Another item has the missing id as its name.
  case named(String, id: String)
  /// The id is that of a podcast instead of a playlist, or the other way round.
  case ofOtherKind(StoreItem)
  case deleted(StoreItem)
  /// The file of the item seems to have an invalid name now.
  case misnamed(RenamedFile)
}

extension StoreItem {
  var noun: String {
    switch self {
    case .playlist: "playlist"
    case .podcast: "podcast"
    }
  }

  /// The path that names the item, also if one of the other kind has its id.
  var pathName: String {
    switch self {
    case .playlist(let id): "playlists/\(id).toml"
    case .podcast(let id): "library/\(id).toml"
    }
  }
}
