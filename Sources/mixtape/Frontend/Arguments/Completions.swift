import ArgumentParser
import MixtapeModel
import MixtapeStore

extension CompletionKind {
  /// Completes an argument from the store of the command line.
  ///
  /// - Parameter offer: Returns the candidates that start with a prefix.
  static func ofStore(_ offer: @escaping @Sendable (Completions, _ prefix: String) -> [String]) -> CompletionKind {
    .custom { words, _, prefix in offer(Completions(words), prefix) }
  }

  static var tags: CompletionKind { .ofStore { $0.tags($1) } }

  static var libraryFolders: CompletionKind { .ofStore { $0.folders(of: .library, $1) } }

  /// The folders of playlists, or with `--library` of the library.
  static var foldersOfTree: CompletionKind {
    .ofStore { $0.folders(of: $0.words.contains("--library") ? .library : .playlists, $1) }
  }
}

/// The shell completions of an argument. They are read from files, not from git, so that they appear at once.
struct Completions {
  let words: [String]
  private let store: Store?

  /// Prepares the completion of a command line.
  ///
  /// - Parameter words: The words of the command line so far.
  init(_ words: [String], in context: CommandContext = .process) {
    self.words = words
    let location = Self.storeOption(in: words)
    do throws(MixtapeError) {
      let directory = try StoreLocation.find(location, in: context)
      store = try Store(at: directory, context: Store.Context(environment: context.environment, now: context.now))
    } catch {
      // Without a store, there are no completions. The command itself reports the reason.
      store = nil
    }
  }

  func playlists(_ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in try store.playlistIDs().map(\.rawValue) }
  }

  func episodes(_ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in try store.episodeIDs(startingWith: prefix).map(\.rawValue) }
  }

  /// Returns the episodes of the playlist that the command line names.
  func episodesInPlaylist(_ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in
      let ids = Set(try store.playlistIDs())
      guard let id = words.lazy.compactMap({ PlaylistArgument(text: $0).validID }).first(where: ids.contains) else {
        return []
      }
      return try store.playlist(id)?.episodes.map(\.rawValue) ?? []
    }
  }

  func folders(of tree: FolderTree = .playlists, _ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in try store.folders(of: tree).map(\.path) }
  }

  func podcasts(_ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in try store.library.ids().map(\.rawValue) }
  }

  func tags(_ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in Set(try store.library.summaries().flatMap(\.head.tags)).sorted() }
  }

  func templates(_ prefix: String) -> [String] {
    offer(prefix) { (store) throws(MixtapeError) in try Templates(of: store).all.map(\.name) }
  }

  /// Returns an example of each form. Looking up commits would take too long.
  static func revisions(_ prefix: String) -> [String] {
    ["@{1}", "HEAD~1", "today", "yesterday"].filter { $0.hasPrefix(prefix) }
  }

  private func offer(_ prefix: String, _ candidates: (Store) throws(MixtapeError) -> [String]) -> [String] {
    guard let store else { return [] }
    do throws(MixtapeError) {
      return try candidates(store).filter { $0.hasPrefix(prefix) }
    } catch {
      // The command itself reports the reason.
      return []
    }
  }

  private static func storeOption(in words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == "--store", index + 1 < words.count { return words[index + 1] }
      if word.hasPrefix("--store=") { return String(word.dropFirst("--store=".count)) }
    }
    return nil
  }
}

/// The templates of the program and of the store. A template of the store replaces a built-in one with the same name.
struct Templates {
  let all: [Template]

  init(of store: Store) throws(MixtapeError) {
    let own = try store.templates()
    let names = Set(own.map(\.name))
    all = (own + Self.builtIn.filter { !names.contains($0.name) }).sorted { $0.name < $1.name }
  }

  func template(named name: String) throws(MixtapeError) -> Template {
    if let template = all.first(where: { $0.name == name }) { return template }
    throw MixtapeError(.notFound, .text(name), candidates: all.map(\.name))
  }

  /// The templates of the program: the files of the folder `Templates` at build time.
  static let builtIn: [Template] = [
    Template(name: "bedtime", source: PackageResources.bedtime_toml),
    Template(name: "best-sound", source: PackageResources.best_sound_toml),
    Template(name: "commute", source: PackageResources.commute_toml),
    Template(name: "deep-cuts", source: PackageResources.deep_cuts_toml),
    Template(name: "empty", source: PackageResources.empty_toml),
    Template(name: "focus", source: PackageResources.focus_toml),
    Template(name: "long-listens", source: PackageResources.long_listens_toml),
    Template(name: "most-played", source: PackageResources.most_played_toml),
    Template(name: "not-played-in-a-month", source: PackageResources.not_played_in_a_month_toml),
    Template(name: "one-genre", source: PackageResources.one_genre_toml),
    Template(name: "recently-added", source: PackageResources.recently_added_toml),
    Template(name: "short-episodes", source: PackageResources.short_episodes_toml),
    Template(name: "tempo-range", source: PackageResources.tempo_range_toml),
    Template(name: "top-rated", source: PackageResources.top_rated_toml),
    Template(name: "unfinished-series", source: PackageResources.unfinished_series_toml),
    Template(name: "workout", source: PackageResources.workout_toml),
  ]
}
