import MixtapeModel
import MixtapeStore
import MusicTags
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The choices for a scan.
struct ScanOptions {
  /// The folder of new albums.
  var folder = Folder.top
  /// Whether files are read that have not changed since the last scan, and tracks are added that the user removed.
  var includesAll = false
  /// Whether all files are read, and their values replace those that the user wrote or edited.
  var overwrites = false
  /// Whether nothing is changed.
  var isDryRun = false

  fileprivate var readsAll: Bool { includesAll || overwrites }

  /// The choices for all albums.
  fileprivate var choices: PodcastUpdateOptions {
    var choices = PodcastUpdateOptions(includesOlder: includesAll)
    choices.overwrites = overwrites
    return choices
  }
}

extension Session {
  /// Scans a directory of music, and changes the library in one commit.
  func scan(_ path: FilePath, _ options: ScanOptions, of store: Store) throws -> ScanReport {
    let directory = try walk(path)
    var library = try store.library.all()
    var records = try self.records(of: store)
    var scan = MusicScan(of: directory, library, records, readsAll: options.readsAll)
    try read(&scan)
    let now = context.now().wholeSeconds
    var outcome = scan.outcome(into: options.folder, now: now, options: options.choices)
    let plan = try change(store, by: outcome.merges, isDryRun: options.isDryRun) { () throws(MixtapeError) in
      let present = try store.library.all()
      if present != library {
        // Another scan can have added the same files while this one read them.
        (library, records) = (present, try self.records(of: store))
        scan.refresh(library, records)
        outcome = scan.outcome(into: options.folder, now: now, options: options.choices)
      }
      return outcome.merges
    }
    // Records only save time. Those that would be too large are not kept.
    if !options.isDryRun, outcome.records != records, let bytes = outcome.records.encoded {
      try store.keepMusicRecords(bytes)
    }
    return ScanReport(directory: directory, scan: scan, outcome: outcome, plan: plan, isDryRun: options.isDryRun)
  }

  private func records(of store: Store) throws(MixtapeError) -> ScanRecords {
    try store.musicRecords(atMost: ScanRecords.greatestSize).flatMap(ScanRecords.init) ?? ScanRecords()
  }

  /// Makes the changes of a scan, or plans them. Without changes, the store is not touched.
  ///
  /// - Parameter current: Returns the changes of the library as it is when nobody else can change it.
  private func change(
    _ store: Store, by merges: [PodcastMerge], isDryRun: Bool, _ current: () throws(MixtapeError) -> [PodcastMerge]
  ) throws(MixtapeError) -> PodcastPlan {
    if merges.isEmpty { return PodcastPlan(.scan(merges), changes: []) }
    if isDryRun { return try store.library.preview(.scan(merges)).plan }
    let plan = try store.library.perform { () throws(MixtapeError) in .scan(try current()) }
    if !plan.changesNothing { noteChange() }
    return plan
  }

  private func walk(_ path: FilePath) throws -> MusicDirectory {
    let progress = ProgressLine(in: context, isShown: !wantsJSON)
    defer { progress.end() }
    do throws(Errno) {
      return try MusicDirectory(at: path) { progress.show("looking for music: \(counted($0, "file"))") }
    } catch {
      throw CommandFailure(ErrorPresenter.problem(scanning: path, error))
    }
  }

  private func read(_ scan: inout MusicScan) throws {
    let files = scan.unread
    let progress = ProgressLine(in: context, total: files.count, isShown: !wantsJSON)
    defer { progress.end() }
    do throws(TagProgramError) {
      try TagReader(in: context).read(files.map(\.path)) { index, result in
        scan.take(result, of: files[index])
        let name = files[index].path.removingLastComponent().lastComponent?.string ?? ""
        progress.show(index + 1, String(name.prefix(16)))
      }
    } catch {
      throw CommandFailure(ErrorPresenter.problem(for: error))
    }
  }
}
