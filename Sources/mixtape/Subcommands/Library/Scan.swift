import ArgumentParser
import Companions
import FileSystem
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Scan: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Add the music files of a directory to the library.",
    discussion: """
      Reads the tags of MP3, M4A, FLAC, Ogg, Opus, WAV, AIFF, APE and WavPack files. Each album becomes a file of the \
      library. A second scan reads new and changed files only, and recognizes files that have moved. Values that you \
      edited stay until the tags change them. Ratings, plays, tags, ids and comments stay. Tracks whose files are gone \
      also stay, and are listed. Tracks that you removed are not added again. All changes are one commit.

      Examples:
        mixtape scan ~/Music
        mixtape scan ~/Music --into music --dry-run
      """)

  @Argument(help: ArgumentHelp("The directory.", valueName: "directory"), completion: .directory)
  var directory: String

  @Option(
    help: ArgumentHelp("The folder of the library for new albums (default: the top).", valueName: "folder"),
    completion: .libraryFolders)
  var into: FolderArgument?

  @Flag(help: "Also read files that have not changed since the last scan, and add tracks that you removed.")
  var all = false

  @Flag(help: "Also read all files, and replace values that you wrote or edited by those of the tags.")
  var overwrite = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    // An empty value usually comes from an unset variable in a script.
    if directory.isEmpty { throw ValidationError("the directory to scan is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let folder = try into?.folder ?? .top
    let report = try scan(try session.context.absolute(directory), into: folder, of: store, session)
    session.print(json: report.json) { present(report, in: session) }
    report.report(to: session.reporter)
    session.report(report.plan.notes, of: .music, isDryRun: report.isDryRun)
    return .done
  }

  private func present(_ report: ScanReport, in session: Session) {
    if report.plan.changesNothing {
      session.remark(report.nothing)
    } else {
      session.print(PlanReport(report.plan, isDryRun: report.isDryRun).done)
      session.print(report.lines)
      if report.isDryRun { session.remark("Nothing was changed.") }
    }
  }
}

extension Scan {
  private func scan(
    _ path: FilePath, into folder: Folder, of store: Store, _ session: Session
  ) throws -> ScanReport {
    let directory = try walk(path, session)
    var library = try store.library.all()
    var records = try self.records(of: store)
    var scan = MusicScan(of: directory, library, records, readsAll: all || overwrite)
    try read(&scan, session)
    let now = session.context.now().wholeSeconds
    var options = PodcastUpdateOptions(includesOlder: all)
    options.overwrites = overwrite
    var outcome = scan.outcome(into: folder, now: now, options: options)
    let plan = try change(store, by: outcome.merges, session) { () throws(MixtapeError) in
      let present = try store.library.all()
      if present != library {
        // Another scan can have added the same files while this one read them.
        (library, records) = (present, try self.records(of: store))
        scan.refresh(library, records)
        outcome = scan.outcome(into: folder, now: now, options: options)
      }
      return outcome.merges
    }
    // Records only save time. Those that would be too large are not kept.
    if !preview.dryRun, outcome.records != records, let bytes = outcome.records.encoded {
      try store.keepMusicRecords(bytes)
    }
    return ScanReport(directory: directory, scan: scan, outcome: outcome, plan: plan, isDryRun: preview.dryRun)
  }

  private func records(of store: Store) throws(MixtapeError) -> ScanRecords {
    try store.musicRecords(atMost: ScanRecords.greatestSize).flatMap(ScanRecords.init) ?? ScanRecords()
  }

  /// Makes the changes of a scan, or plans them. Without changes, the store is not touched.
  ///
  /// - Parameter current: Returns the changes of the library as it is when nobody else can change it.
  private func change(
    _ store: Store, by merges: [PodcastMerge], _ session: Session, _ current: () throws(MixtapeError) -> [PodcastMerge]
  ) throws(MixtapeError) -> PodcastPlan {
    if merges.isEmpty { return PodcastPlan(.scan(merges), changes: []) }
    if preview.dryRun { return try store.library.preview(.scan(merges)).plan }
    let plan = try store.library.perform { () throws(MixtapeError) in .scan(try current()) }
    if !plan.changesNothing { session.noteChange() }
    return plan
  }

  private func walk(_ path: FilePath, _ session: Session) throws -> MusicDirectory {
    let progress = ProgressLine(in: session.context, isShown: !session.wantsJSON)
    defer { progress.end() }
    do throws(Errno) {
      return try MusicDirectory(at: path) { progress.show("looking for music: \(counted($0, "file"))") }
    } catch {
      throw ErrorPresenter.problem(scanning: path, error)
    }
  }

  private func read(_ scan: inout MusicScan, _ session: Session) throws {
    let files = scan.unread
    let progress = ProgressLine(in: session.context, total: files.count, isShown: !session.wantsJSON)
    defer { progress.end() }
    do throws(CompanionProgramError) {
      try TagReader(in: session.context).read(files.map(\.path)) { index, result in
        scan.take(result, of: files[index])
        let name = files[index].path.removingLastComponent().lastComponent?.string ?? ""
        progress.show(index + 1, String(name.prefix(16)))
      }
    } catch {
      throw ErrorPresenter.problem(for: error)
    }
  }
}

/// The report of `scan`: its changes, or what it would change.
struct ScanReport {
  let directory: MusicDirectory
  let scan: MusicScan
  let outcome: ScanOutcome
  let plan: PodcastPlan
  let isDryRun: Bool

  private static let mostNames = 20

  var skipped: [SkippedPath] { directory.skipped + scan.failures }

  var nothing: StyledText {
    directory.files.isEmpty
      ? "No music files found in \(ErrorPresenter.quoted(directory.root.string))." : PlanReport(plan).nothing
  }

  var lines: [StyledText] {
    let lines = plan.changes.prefix(Self.mostNames).map { change -> StyledText in
      let album = AlbumChange(change)
      let parts = [
        part(album.added.count, album.isNew ? "track" : "new track"), part(album.changed.count, "changed track"),
      ].compactMap(\.self)
      return "  \(change.item.id, .bold): \(parts.isEmpty ? "changed" : parts.joined(separator: ", "))"
    }
    return lines + more(plan.changes.count)
  }

  private func part(_ count: Int, _ noun: String) -> String? { count == 0 ? nil : counted(count, noun) }

  private func more(_ count: Int) -> [StyledText] {
    count > Self.mostNames ? ["  and \(count - Self.mostNames) more"] : []
  }

  /// The files whose tags are probably in another encoding than they say.
  private var doubtful: [(path: String, text: DoubtfulText)] {
    scan.tracks.compactMap { track in track.content.doubtfulText.map { (track.file.path.string, $0) } }
  }

  /// The numbers of files that are not read, the most common kinds first.
  private var unread: [(key: UnreadKind, value: Int)] {
    directory.unread.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
  }

  /// Reports skipped files, tags in another encoding, files that have moved, and files that are gone.
  func report(to reporter: Reporter) {
    for skipped in skipped.prefix(Self.mostNames) {
      reporter.warn(
        code: "skipped-file",
        "\(ErrorPresenter.quoted(skipped.path)) is skipped: \(ErrorPresenter.wording(of: skipped.reason))")
    }
    if skipped.count > Self.mostNames {
      reporter.warn(
        code: "skipped-file",
        "\(counted(skipped.count - Self.mostNames, "more file")) skipped; `--json` lists all of them")
    }
    reportEncodings(to: reporter)
    if !unread.isEmpty {
      let parts = unread.map { $0.key.counted($0.value) }
      reporter.note(code: "not-read", "not read: \(parts.joined(separator: ", "))")
    }
    let links = directory.outsideLinks
    if !links.isEmpty {
      let names = links.prefix(Self.mostNames).map {
        "\(ErrorPresenter.quoted($0.path.string)) to \(ErrorPresenter.quoted($0.target.string))"
      }
      reporter.note(
        code: "link-outside",
        "followed \(counted(links.count, "link")) that \(links.count == 1 ? "leads" : "lead") out of the directory: "
          + names.joined(separator: ", ") + (links.count > Self.mostNames ? ", …" : ""))
    }
    if directory.isIncomplete {
      reporter.warn(
        code: "too-many-files",
        "the directory has more than \(MusicDirectory.mostFiles) music files; scan its subdirectories")
    }
    if !outcome.moved.isEmpty {
      reporter.note(code: "moved-file", "found the moved files of \(counted(outcome.moved.count, "track"))")
    }
    if !outcome.replaced.isEmpty {
      reporter.warn(
        code: "replaced-file",
        "\(names(of: outcome.replaced)): the file now contains another song; its rating and plays \(isDryRun ? "would be" : "are") removed",
        hints: [
          isDryRun
            ? "playlists that name these tracks would play the new songs"
            : "playlists that name these tracks now play the new songs; `mixtape undo` undoes the scan"
        ])
    }
    if !outcome.missing.isEmpty {
      reporter.warn(
        code: "missing-file",
        "\(counted(outcome.missing.count, "track")) without a music file: \(names(of: outcome.missing))",
        hints: [
          "the library keeps them; scan the directory that the files were moved to, or remove the tracks with `mixtape episode remove`"
        ]
      )
    }
  }

  private func reportEncodings(to reporter: Reporter) {
    guard let first = doubtful.first else { return }
    reporter.warn(
      code: "other-encoding",
      "\(counted(doubtful.count, "file")) with tags that are probably in another encoding than they say: "
        + ErrorPresenter.wording(of: first.text, in: first.path)
        + (doubtful.count > 1 ? "; `--json` lists all of them" : ""),
      hints: [
        isDryRun
          ? "convert them with a tag editor before you scan: ids are made from titles, and stay"
          : "ids are made from titles, and stay: undo the scan with `mixtape undo`, convert the tags, and scan again"
      ])
  }

  private func names(of tracks: [Episode.ID]) -> String {
    tracks.prefix(Self.mostNames).map(\.rawValue).joined(separator: ", ") + (tracks.count > Self.mostNames ? ", …" : "")
  }

  var json: JSONNode {
    [
      "operation": "scan",
      "dryRun": .bool(isDryRun),
      "changed": .bool(!plan.changesNothing),
      "directory": .string(directory.root.string),
      "files": .integer(directory.files.count),
      "read": .integer(scan.tracks.count),
      "unchanged": .integer(scan.unchanged.count),
      "albums": .array(plan.changes.map { AlbumChange($0).json }),
      "moved": .array(
        outcome.moved.map {
          ["episode": .string($0.episode.rawValue), "from": .string($0.from), "to": .string($0.to)]
        }),
      "replaced": .strings(outcome.replaced),
      "missing": .strings(outcome.missing),
      "links": .array(
        directory.outsideLinks.map { ["path": .string($0.path.string), "target": .string($0.target.string)] }),
      "skipped": .array(
        skipped.map { ["path": .string($0.path), "reason": .string(ErrorPresenter.wording(of: $0.reason))] }),
      "otherEncoding": .array(
        doubtful.map { path, doubt in
          [
            "path": .string(path), "text": .string(doubt.text),
            "readings": .array(doubt.readings.map { ["encoding": .string($0.encoding), "text": .string($0.text)] }),
          ]
        }),
      "notRead": .object(unread.map { ($0.key.name, .integer($0.value)) }),
      "commit": .optional(plan.savedVersion),
    ]
  }
}

extension UnreadKind {
  fileprivate var name: String {
    switch self {
    case .format(let name): name
    case .hiddenFile: "hiddenFiles"
    case .hiddenDirectory: "hiddenDirectories"
    }
  }

  fileprivate func counted(_ count: Int) -> String {
    switch self {
    case .format(let name): "\(count) .\(name)"
    case .hiddenFile: MixtapeModel.counted(count, "hidden file")
    case .hiddenDirectory: MixtapeModel.counted(count, "hidden directory", "hidden directories")
    }
  }
}

private struct AlbumChange {
  let id: Podcast.ID
  let isNew: Bool
  let added: [Episode.ID]
  let changed: [Episode.ID]

  init(_ change: PodcastChange) {
    id = change.item.id
    isNew = change.before == nil
    let known = Set((change.before?.episodes ?? []).map(\.id))
    added = (change.after?.episodes ?? []).map(\.id).filter { !known.contains($0) }
    // Tracks that only inherit a changed value of the album do not change in the file.
    changed = PodcastDifference(from: change.before, to: change.after).changedEpisodes.map(\.id)
  }

  var json: JSONNode {
    ["id": .string(id.rawValue), "new": .bool(isNew), "added": .strings(added), "changed": .strings(changed)]
  }
}
