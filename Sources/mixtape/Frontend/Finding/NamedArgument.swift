import MixtapeLibrary
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A text that cannot be an id, for example because of a space or a capital letter, is a name. So a name never hides an id, and
// a command with an id reads nothing more.

extension PlaylistArgument: ListedArgument {
  /// Returns the id of the playlist: the text, or the id of the only playlist with this name.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text can be neither an id nor a name; a ``CommandFailure`` if no playlist
  ///   has the name, or several have it.
  func element(in session: Session) throws -> Playlist.ID {
    do {
      return try id
    } catch {
      return try NameLookup(text, "playlist", hint: "`mixtape list` lists the playlists", after: error).onlyMatch(
        of: session.currentStore().summaries().map { ($0.name, $0.id) })
    }
  }
}

extension PodcastArgument: ListedArgument {
  /// Returns the id of the podcast: the text, or the id of the only podcast with this title.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text can be neither an id nor a title; a ``CommandFailure`` if no podcast
  ///   has the title, or several have it.
  func element(in session: Session) throws -> Podcast.ID {
    do {
      return try id
    } catch {
      return try NameLookup(text, "podcast", hint: "`mixtape podcast list` lists the podcasts", after: error).onlyMatch(
        of: session.currentStore().library.summaries().map { ($0.head.title, $0.id) })
    }
  }
}

extension EpisodeArgument: ListedArgument {
  /// Returns the id of the episode: the text, or the id of the only episode of the library with this title.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text can be neither an id nor a title; a ``CommandFailure`` if no episode
  ///   has the title, or several have it.
  func element(in session: Session) throws -> Episode.ID {
    try element(in: session.currentStore(), now: session.context.now())
  }

  /// Whether the text can be the title of an episode.
  var canBeTitle: Bool { NameLookup.canBeName(text) && !text.contains("/") }

  /// Returns the id of the episode in a store, as ``element(in:)`` does.
  func element(in store: @autoclosure () throws -> Store, now: @autoclosure () -> Date) throws -> Episode.ID {
    do {
      return try id
    } catch {
      let hint = "an id has the form <podcast>/<episode>; `mixtape search` finds episodes"
      let lookup = try NameLookup(text, "episode", hint: hint, after: error)
      let title = WrittenRule(.comparison(try SmartPlaylistCondition(field: .title, op: .equals, value: .text(text))))
      let query = EpisodeQuery(SmartCriteria(conditions: [title]), now: now())
      var found: [(name: String, id: Episode.ID)] = []
      try store().forEachEpisode(matching: query) { episode in
        found.append((episode.title, episode.id))
        return true
      }
      if found.isEmpty, let podcast = Podcast.ID(rawValue: text), try store().path(of: .podcast(podcast)) != nil {
        throw ErrorPresenter.podcastForEpisode(podcast)
      }
      return try lookup.onlyMatch(of: found)
    }
  }
}

/// A search for the only item with a name.
private struct NameLookup {
  private let name: String
  private let noun: String
  /// The reason why the text is not an id.
  private let error: MixtapeError
  private let hint: String

  /// Prepares the search for a text that is not an id.
  ///
  /// - Throws: The error, if the text is not a name either: it is not a valid title, or it begins like an option or a path.
  init(_ name: String, _ noun: String, hint: String, after error: MixtapeError) throws(MixtapeError) {
    guard error.code == .invalidID, Self.canBeName(name) else { throw error }
    self.name = name
    self.noun = noun
    self.error = error
    self.hint = hint
  }

  /// Returns whether a text can be a name: it is a valid title, and does not begin like an option or a path.
  static func canBeName(_ text: String) -> Bool {
    !text.hasPrefix("-") && !text.hasPrefix(".") && TitleRules.violation(in: text) == nil
  }

  /// Returns the id of the only item with the name. Case is ignored, unless an item has exactly this name.
  func onlyMatch<ID: CustomStringConvertible>(of items: [(name: String, id: ID)]) throws -> ID {
    let folded = TextFolding.fold(name)
    let similar = items.filter { TextFolding.fold($0.name) == folded }
    let exact = similar.filter { $0.name == name }
    let found = exact.isEmpty ? similar : exact
    guard !found.isEmpty else { throw absence(among: items.map(\.name)) }
    guard found.count == 1 else {
      throw CommandFailure(
        .usage, code: "ambiguous-name", "\(counted(found.count, noun)) have the name \(ErrorPresenter.quoted(name))",
        hints: "write one of the ids: \(listed(found.prefix(Self.mostListed).map(\.id.description), "or"))")
    }
    return found[0].id
  }

  /// The maximum number of ids in a hint.
  private static let mostListed = 10

  /// Returns the error for a name that no item has. A text with a slash was meant as an id or a path.
  private func absence(among names: [String]) -> any Error {
    if name.contains("/") { return error }
    let near = NearestNames.of(name, among: names).map(ErrorPresenter.quoted)
    return CommandFailure(
      .notFound, code: MixtapeError.Code.notFound.rawValue,
      "there is no \(noun) with the name \(ErrorPresenter.quoted(name))",
      hints: [ErrorPresenter.didYouMean(near), hint].compactMap(\.self))
  }
}
