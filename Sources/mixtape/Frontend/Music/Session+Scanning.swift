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
  /// Whether files are read that have not changed since the last scan.
  var readsAll = false
  /// Whether nothing is changed.
  var isDryRun = false
}

extension Session {
  /// Scans a directory of music, and changes the library in one commit.
  func scan(_ path: FilePath, _ options: ScanOptions, of store: Store) throws -> ScanReport {
    let directory = try walk(path)
    let library = try store.library.all()
    let records = try store.musicRecords(atMost: ScanRecords.greatestSize).flatMap(ScanRecords.init) ?? ScanRecords()
    var scan = MusicScan(of: directory, library, records, readsAll: options.readsAll)
    try read(&scan)
    let outcome = scan.outcome(into: options.folder, now: context.now().wholeSeconds)
    let plan: PodcastPlan
    if options.isDryRun || outcome.merges.isEmpty {
      plan = try InMemoryPodcastManager(library).scan(outcome.merges)
    } else {
      plan = try store.library.scan(outcome.merges)
      if !plan.changesNothing { noteChange() }
    }
    // Records only save time. Those that would be too large are not kept.
    if !options.isDryRun, outcome.records != records, let bytes = outcome.records.encoded {
      try store.keepMusicRecords(bytes)
    }
    return ScanReport(directory: directory, scan: scan, outcome: outcome, plan: plan, isDryRun: options.isDryRun)
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
