import Companions
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

extension Session {
  /// Returns the sound files of this machine: music files, and downloads.
  private func copySources(of store: Store) -> CopySources {
    let directory = DownloadDirectory(of: store, in: context)
    let downloads = downloads(of: store)
    let extensions = MusicFormat.allExtensions.union(DownloadName.extensions).union([DownloadName.unknownExtension])
    return CopySources(extensions: extensions) {
      downloads.path(of: $0.id) ?? directory?.futureFile(of: $0)
    }
  }

  /// Copies files to a place, and shows the progress. A signal ends the work between two pieces of a file.
  func copy(to place: CopyPlace, of store: Store) throws(Problem) -> CopyReport {
    context.interruptions.hold()
    defer { context.interruptions.release() }
    let line = ProgressLine(in: context, isShown: !wantsJSON)
    defer { line.end() }
    do throws(CopyError) {
      let outcome = try store.copy(
        to: place, from: copySources(of: store), isCancelled: { context.interruptions.areRequested },
        onProgress: { line.show(Self.text(of: $0)) })
      return CopyReport(place, outcome.plan, outcome)
    } catch {
      throw ErrorPresenter.problem(for: error, place.table)
    }
  }

  func copyPlan(
    for place: CopyPlace, adding playlists: [Playlist.ID] = [], of store: Store
  ) throws(Problem) -> CopyPlan {
    do throws(CopyError) {
      return try store.copyPlan(for: place, adding: playlists, from: copySources(of: store))
    } catch {
      throw ErrorPresenter.problem(for: error, place.table)
    }
  }

  /// Returns a line such as `2/5  Ann/01.flac  12 MB of 40 MB`.
  private static func text(of progress: CopyOutcome.Progress) -> String {
    let name = progress.path.split(separator: "/").last ?? ""
    return
      "\(progress.number)/\(progress.count)  \(name.prefix(40))  \(byteCount(progress.bytes)) of \(byteCount(progress.length))"
  }
}

/// The report of `copy` about one place.
struct CopyReport {
  private let place: CopyPlace
  private let plan: CopyPlan
  /// The result; `nil` for a dry run.
  private let outcome: CopyOutcome?

  init(_ place: CopyPlace, _ plan: CopyPlan, _ outcome: CopyOutcome?) {
    self.place = place
    self.plan = plan
    self.outcome = outcome
  }

  private var copied: [CopyPlan.Addition] { outcome?.copied ?? plan.additions }
  private var removed: [CopyPlan.Removal] { outcome?.removed ?? plan.removals }

  /// Whether no file was copied, written or removed.
  var isEmpty: Bool { copied.isEmpty && removed.isEmpty && outcome?.writtenLists ?? 0 == 0 }

  /// The sentences about copies and removals.
  var lines: [StyledText] {
    let isDryRun = outcome == nil
    var lines: [StyledText] = []
    if !copied.isEmpty {
      let size = byteCount(copied.reduce(0) { $0 + $1.bytes })
      let verb = isDryRun ? "Would copy" : "Copied"
      lines.append("\(verb) \(counted(copied.count, "file")) (\(size)) to \(plan.directory.string).")
      if isDryRun { lines += copied.map { "  \($0.path, .bold)" } }
    }
    if !removed.isEmpty {
      let size = byteCount(removed.reduce(0) { $0 + $1.bytes })
      lines.append(
        "\(isDryRun ? "Would remove" : "Removed") \(counted(removed.count, "copy", "copies")) (\(size)) from \(plan.directory.string)."
      )
      if isDryRun { lines += removed.map { "  \($0.path, .bold)" } }
    }
    if let written = outcome?.writtenLists, written > 0 {
      lines.append("Wrote \(counted(written, "playlist")) to \(plan.directory.string).")
    }
    return lines
  }

  /// The facts beside the main sentences.
  var remarks: [StyledText] {
    var remarks: [StyledText] = []
    if isEmpty, outcome?.end == nil { remarks.append("Nothing to copy to \(plan.directory.string).") }
    if plan.presentCount > 0 { remarks.append("Already there: \(counted(plan.presentCount, "file")).") }
    return remarks
  }

  /// The problems, each as a warning.
  var warnings: [Problem] {
    let occupied = plan.occupied.prefix(Self.mostNamed).map { ErrorPresenter.problem(for: .occupied($0), place.table) }
    let others = plan.occupied.count - occupied.count
    let rest = Problem(
      .exists, code: "already-exists", "\(counted(others, "more file")) in \(plan.directory.string) not from Mixtape")
    let unremoved = (outcome?.unremoved ?? []).map { problem(of: $0, "or its empty directory is not removed") }
    let failed = (outcome?.failures ?? []).map { problem(of: $0, "is not copied") }
    return occupied + (others > 0 ? [rest] : []) + unremoved + failed + [end, withoutFile].compactMap(\.self)
  }

  private func problem(of file: CopyOutcome.UncopiedFile, _ fault: String) -> Problem {
    ErrorPresenter.problem(for: file.error, place.table).with(consequence: "\(file.path) \(fault)")
  }

  /// The problem that ended copying before its time.
  private var end: Problem? {
    guard let outcome, let error = outcome.end else { return nil }
    let rest = plan.additions.count - outcome.copied.count - outcome.failures.count
    return ErrorPresenter.problem(for: error, place.table).with(consequence: "\(counted(rest, "file")) not copied")
      .with(hint: "`mixtape copy` goes on with the rest")
  }

  /// The problem of episodes that are left out.
  private var withoutFile: Problem? {
    guard !plan.withoutFile.isEmpty else { return nil }
    let ids = listed(first: Self.mostNamed, of: plan.withoutFile.map(\.rawValue))
    let verb = plan.withoutFile.count == 1 ? "has" : "have"
    return Problem(
      .done, code: "no-sound-file",
      "\(counted(plan.withoutFile.count, "episode")) \(verb) no sound file on this machine: \(ids)",
      hints:
        "`mixtape episode download ID` downloads an episode of a podcast, and `mixtape scan` finds music files that were moved"
    )
  }

  /// The maximum number of episodes that a warning names.
  private static let mostNamed = 5

  var json: JSONNode {
    [
      "place": .optional(place.name),
      "directory": .string(plan.directory.string),
      "playlists": .integer(plan.listCount),
      "writtenPlaylists": .integer(outcome?.writtenLists ?? 0),
      "copied": .array(copied.map { Self.json($0.path, $0.bytes) }),
      "removed": .array(removed.map { Self.json($0.path, $0.bytes) }),
      "present": .integer(plan.presentCount),
      "withoutFile": .strings(plan.withoutFile),
      "failed": .array(
        warnings.filter { $0.status != .done }.map {
          ["code": .string($0.code), "message": .string($0.message)]
        }),
    ]
  }

  private static func json(_ path: String, _ bytes: Int) -> JSONNode {
    ["path": .string(path), "bytes": .integer(bytes)]
  }
}
