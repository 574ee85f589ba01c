import FileSystem
import Foundation
import struct LosslessTOML.Diagnostic
import MixtapeLibrary
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// A watched store, with real files, events of the system, and a clock that the test sets.
///
/// An event is available when the call that causes it returns, so tests need not wait.
final class WatchFixture {
  let store: StoreFixture
  private let watch: DirectoryWatch
  private(set) var tracker: StoreTracker
  private var now = Duration.zero

  static let quietTime = Duration.milliseconds(100)

  /// Makes a store.
  ///
  /// - Parameter clock: The clock for rules; `nil` for that of the system.
  convenience init(_ files: [String: String] = [:], clock: (@Sendable () -> Date)? = nil) throws {
    let made = try StoreFixture(files)
    try self.init(opening: clock.map { try StoreFixture(opening: made.sandbox, now: $0) } ?? made)
  }

  /// Watches an existing store.
  init(opening store: StoreFixture) throws {
    self.store = store
    watch = try DirectoryWatch()
    tracker = try StoreTracker(store.store, watch, quietTime: Self.quietTime)
  }

  /// Passes the events so far to the tracker.
  func hear() throws { tracker.note(try watch.events(), at: now) }

  /// Drops the events so far.
  func miss() throws { _ = try watch.events() }

  /// Passes an event to the tracker.
  func hear(_ event: DirectoryWatch.Event) { tracker.note([event], at: now) }

  /// Passes the events so far, moves the clock, and returns the resulting events of the store.
  func wait(_ time: Duration = .milliseconds(100)) throws -> [StoreEvent] {
    try hear()
    let end = now + time
    var events: [StoreEvent] = []
    while let deadline = [tracker.deadline, tracker.clockDeadline].compactMap(\.self).min(), deadline <= end {
      now = max(now, deadline)
      events += try tracker.settle(at: now)
      // Reading may cause events, and postponed paths are due later.
      try hear()
    }
    now = end
    return events
  }

  /// Returns the events after everything has been quiet for long enough, in a short form.
  func told(in time: Duration = .seconds(2)) throws -> [String] { try wait(time).map(\.summary) }

  /// Writes a file directly, without a temporary file.
  func write(_ text: String, to path: String) throws {
    let file = store.sandbox.store.appending(path)
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
  }

  /// Opens a file for writing in parts.
  func open(_ path: String, options: FileDescriptor.OpenOptions = [.create, .truncate]) throws -> FileDescriptor {
    try FileDescriptor.open(
      store.sandbox.store.appending(path), .writeOnly, options: options, permissions: .ownerReadWrite)
  }

  func rename(_ old: String, to new: String) throws {
    let directory = store.sandbox.store
    guard Foundation.rename(directory.appending(old).string, directory.appending(new).string) == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  func remove(_ path: String) throws { try store.sandbox.remove(path) }
  func makeDirectory(_ path: String) throws { try store.sandbox.makeDirectory("store/\(path)") }

  /// Fails the test unless the watch has the same state as a new one.
  func expectUpToDate(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let fresh = try StoreTracker(store.store, try DirectoryWatch(), quietTime: Self.quietTime)
    #expect(tracker.sources == fresh.sources, sourceLocation: sourceLocation)
    #expect(
      tracker.faults.map { "\($0.path): \($0.diagnostics.map(\.message))" }
        == fresh.faults.map { "\($0.path): \($0.diagnostics.map(\.message))" }, sourceLocation: sourceLocation)
  }
}

extension StoreEvent {
  /// The event in a short form.
  var summary: String {
    switch self {
    case .playlist(.created(let playlist), let path): "created \(playlist.id) at \(path)"
    case .playlist(.deleted(let playlist), _): "deleted \(playlist.id)"
    case .playlist(.moved(_, let playlist), let path): "moved \(playlist.id) to \(path)"
    case .playlist(.updated(let before, let after), _): "updated \(after.id): \(before.name) → \(after.name)"
    case .renamed(let before, let after, let path): "renamed \(before.id) to \(after.id) at \(path)"
    case .podcast(_, let kind, let path), .file(let kind, let path): "\(kind.rawValue) \(path)"
    case .invalid(let report):
      "invalid \(report.path): \(report.diagnostics.map(\.id.rawValue).joined(separator: ", "))"
    case .fixed(let path): "mended \(path)"
    case .contents(let change):
      "\(change.playlist) has \(change.after.map(\.rawValue).joined(separator: " ")), not \(change.before.map(\.rawValue).joined(separator: " "))"
    case .contentsUnknown(let id, let error):
      "\(id): \((error.cause as? LibraryError)?.code.rawValue ?? error.code.rawValue)"
    case .ended(let error): "ended: \(error.code.rawValue)"
    }
  }
}
