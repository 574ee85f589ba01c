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
