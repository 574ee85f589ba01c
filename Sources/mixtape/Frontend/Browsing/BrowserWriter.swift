import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import SystemPackage

/// Makes the changes of the browser, by the same calls as the commands.
struct BrowserWriter {
  private let store: Store
  private let context: CommandContext

  init(_ store: Store, _ context: CommandContext) {
    self.store = store
    self.context = context
  }

  func perform(_ change: BrowserEffect.Change) -> BrowserOutcome {
    reporting { () throws(MixtapeError) in
      if let reason = try refusal(of: change) { return BrowserOutcome(.init(reason, isRefusal: true)) }
      switch change.operation {
      case .conditions(let id, let edits): _ = try store.check(edits.compactMap(\.rule), of: id)
      case .create(let new): _ = try store.check((new.criteria.conditions ?? []).map(\.rule), of: new.id)
      default: break
      }
      let plan = try store.change(change.operation)
      return BrowserOutcome(
        Self.message(PlanReport(plan), isDone: plan.hasEffect, by: change.command), playlist: plan.after)
    }
  }

  func perform(_ change: BrowserEffect.LibraryRequest) -> BrowserOutcome {
    reporting { () throws(MixtapeError) in
      let operation = try operation(for: change)
      let plan = try store.library.perform(operation)
      return BrowserOutcome(
        Self.message(PlanReport(plan), isDone: plan.hasEffect, by: CommandWords.words(for: operation)))
    }
  }

  private static func message(_ report: PlanReport, isDone: Bool, by command: [String]) -> ScreenMessage {
    ScreenMessage(report.sentence(isDone: isDone), command: isDone ? line(command) : nil, isRefusal: !isDone)
  }

  private func operation(for change: BrowserEffect.LibraryRequest) throws(MixtapeError) -> PodcastOperation {
    switch change {
    case .rate(let episodes, let rating): return .rate(episodes, rating)
    case .tags(let podcast, let added, let removed):
      return .edit(podcast, removed.map(PodcastEdit.untag) + added.map(PodcastEdit.tag))
    case .togglePlayed(let episodes):
      try store.requireKnown(episodes)
      let known = try store.episodes(episodes)
      let others = episodes.filter { known[$0]?.listeningState != .played }
      if others.isEmpty { return .editEpisodes(episodes, EpisodeEdit.unplayed) }
      let play = EpisodePlays(count: 1, last: context.now())
      return .recordPlays(Dictionary(others.map { ($0, play) }) { first, _ in first })
    }
  }

  /// Returns the reason why a change is refused: the playlist or folder has other values than it expects.
  private func refusal(of change: BrowserEffect.Change) throws(MixtapeError) -> String? {
    guard let expected = change.expected else { return nil }
    let id = change.operation.playlist
    let playlist = try id.flatMap { (id) throws(MixtapeError) in try store.playlist(id) }
    let holds = try expected.holds { () throws(MixtapeError) in
      playlist
    } among: { () throws(MixtapeError) in
      try store.summaries()
    }
    guard !holds, let name = id?.rawValue ?? change.operation.folder?.folder.path else { return nil }
    // The form with the text of the user stays open.
    if let field = playlist.flatMap({ expected.changedFields(in: $0).first }) {
      return "The \(field) of \(name) has changed in the meantime; escape discards your text"
    }
    return "\(name) has changed in the meantime; nothing was done"
  }

  /// Restores an earlier version of a playlist or a podcast.
  func restore(_ restoration: BrowserEffect.Restoration) -> BrowserOutcome {
    reporting { () throws(MixtapeError) in
      let item = restoration.item
      let result = try store.restore(item, at: Revision(restoration.revision))
      guard result.commit != nil else {
        return BrowserOutcome(.init("Nothing to restore: \(item.id) already has these values", isRefusal: true))
      }
      return BrowserOutcome(
        .init(
          "Restored \(item.id) as it was at \(result.source.abbreviated).",
          command: "mixtape restore \(item.id) --at \(result.source.abbreviated)"))
    }
  }

  enum Step { case undo, redo }

  /// Undoes or redoes the last change.
  func perform(_ step: Step) -> BrowserOutcome {
    reporting { () throws(MixtapeError) in
      let (result, wording, command) =
        switch step {
        case .undo: (try store.undo(), "Undone", "undo")
        case .redo: (try store.redo(), "Redone", "redo")
        }
      let subjects = result.steps.map(\.subject).joined(separator: ", ")
      return BrowserOutcome(.init("\(wording): \(subjects)", command: "mixtape \(command)"))
    }
  }

  /// Opens the editor at a place, and commits the result.
  ///
  /// - Parameter open: Runs the editor for a file, at a line, and waits until it ends.
  func edit(
    _ place: BrowserEffect.Place, by open: (Editor, FilePath, Int?) throws -> Void
  ) throws -> BrowserOutcome {
    do {
      let path = try store.existingPath(of: place.item)
      try store.finishInterruptedChange()
      try open(Editor(in: context), path, try line(of: place, in: path))
      return try finish(place, path)
    } catch let error as Errno where error == .ioError || error == .brokenPipe {
      throw error
    } catch {
      return BrowserOutcome(.init(refusalBy: error))
    }
  }

  /// Checks and commits a file after an edit.
  private func finish(_ place: BrowserEffect.Place, _ path: FilePath) throws(MixtapeError) -> BrowserOutcome {
    let item = place.item
    let result = try store.check([path])
    if result.hasErrors {
      let count = result.reports.flatMap(\.diagnostics).count { $0.severity == .error }
      let first = result.reports.flatMap(\.diagnostics).first { $0.severity == .error }
      let reason = "\(item.id) has \(counted(count, "error")): \(first?.message ?? "")"
      let consequence = "\(reason); nothing was committed, and your edits stay in the file"
      return BrowserOutcome(
        .init(consequence, isRefusal: true),
        question: Question(editingAgain: place, because: reason, then: consequence))
    }
    let captured = try store.captureHandEdits()
    guard let last = captured.last(where: { $0.paths.contains { store.directory.appending($0) == path } }) else {
      return BrowserOutcome(.init("\(item.id) is unchanged"))
    }
    return BrowserOutcome(
      .init("Committed \(last.commit.abbreviated): \(last.subject).", command: "mixtape edit \(item.id)"))
  }

  /// Returns the line of an episode in a file; `nil` if it is not there.
  private func line(of place: BrowserEffect.Place, in path: FilePath) throws -> Int? {
    guard let episode = place.episode, let source = try Editor.content(of: path) else { return nil }
    let ranges: [SourceRange]
    if case .playlist(let id) = place.item {
      let file = PlaylistFile(parsing: source, id: id)
      ranges = zip(file.playlist?.episodes ?? [], file.episodeRanges).filter { $0.0 == episode }.map(\.1)
    } else {
      let tables = TOMLDocument(parsing: source).root["episodes"]?.array.map { Array($0) } ?? []
      ranges = tables.filter { $0.table?["id"]?.string == episode.name }.map(\.range)
    }
    guard let range = ranges.dropFirst(place.occurrence).first ?? ranges.first else { return nil }
    return SourceLines(source).location(of: range.lowerBound).line
  }

  private func reporting(_ work: () throws(MixtapeError) -> BrowserOutcome) -> BrowserOutcome {
    do throws(MixtapeError) {
      return try work()
    } catch {
      return BrowserOutcome(.init(refusalBy: store.explaining(error)))
    }
  }

  /// Returns the words of a command as a line for a shell. Only words with special characters are quoted.
  static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.unicodeScalars.allSatisfy {
          "-_./:@+=…".unicodeScalars.contains($0) || $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
      return isPlain ? word : ErrorPresenter.shellWord(word)
    }.joined(separator: " ")
  }
}

extension PlaylistOperation {
  /// The playlist whose values the operation uses or replaces.
  fileprivate var playlist: Playlist.ID? {
    switch self {
    case .remove(_, let id), .reorder(let id, _, _), .conditions(let id, _): id
    case .edit(let ids, _): ids.count == 1 ? ids[0] : nil
    default: nil
    }
  }
}
