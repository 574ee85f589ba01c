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
}

extension Session {
  /// Scans a directory of music, and changes the library in one commit.
  func scan(_ path: FilePath, _ options: ScanOptions, of store: Store) throws -> ScanReport {
    let directory = try walk(path)
    let library = try store.library.all()
    let records = try store.musicRecords(atMost: ScanRecords.greatestSize).flatMap(ScanRecords.init) ?? ScanRecords()
    var scan = MusicScan(of: directory, library, records, readsAll: options.includesAll || options.overwrites)
    try read(&scan)
    var choices = PodcastUpdateOptions(includesOlder: options.includesAll)
    choices.overwrites = options.overwrites
    let outcome = scan.outcome(into: options.folder, now: context.now().wholeSeconds, options: choices)
    let plan = try self.scan(outcome.merges, into: store, isDryRun: options.isDryRun)
    // Records only save time. Those that would be too large are not kept.
    if !options.isDryRun, outcome.records != records, let bytes = outcome.records.encoded {
      try store.keepMusicRecords(bytes)
    }
    return ScanReport(directory: directory, scan: scan, outcome: outcome, plan: plan, isDryRun: options.isDryRun)
  }

  /// Makes the changes of a scan, or plans them. Without changes, the store is not touched.
  private func scan(
    _ merges: [PodcastMerge], into store: Store, isDryRun: Bool
  ) throws(MixtapeError) -> PodcastPlan {
    if merges.isEmpty { return PodcastPlan(.scan(merges), changes: []) }
    if isDryRun { return try store.library.preview(.scan(merges)).plan }
    let plan = try store.library.scan(merges)
    if !plan.changesNothing { noteChange() }
    return plan
  }

  private func walk(_ path: FilePath) throws -> MusicDirectory {
    let progress = ProgressLine(on: context.standardError, isShown: !wantsJSON)
    defer { progress.end() }
    do throws(Errno) {
      return try MusicDirectory(at: path) { progress.show("looking for music: \(counted($0, "file"))") }
    } catch {
      throw CommandFailure(ErrorPresenter.problem(scanning: path, error))
    }
  }

  private func read(_ scan: inout MusicScan) throws {
    let files = scan.unread
    let progress = ProgressLine(on: context.standardError, total: files.count, isShown: !wantsJSON)
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
