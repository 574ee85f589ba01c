import FileSystem
import Foundation
import struct LosslessTOML.Diagnostic
import MixtapeLibrary
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// A store that is watched, with real files, the events of the real system, and a clock that a test turns.
///
/// The system has an event ready when the call returns that is its cause, so nothing has to be waited for.
final class WatchFixture {
  let store: StoreFixture
  private let watch: DirectoryWatch
  private(set) var tracker: StoreTracker
  private var now = Duration.zero

  static let quietTime = Duration.milliseconds(100)

  /// - Parameter clock: What rules take for the time; `nil` for the system's.
  init(_ files: [String: String] = [:], clock: (@Sendable () -> Date)? = nil) throws {
    let made = try StoreFixture(files)
    store = try clock.map { try StoreFixture(opening: made.sandbox, now: $0) } ?? made
    watch = try DirectoryWatch()
    tracker = try StoreTracker(store.store, watch, quietTime: Self.quietTime)
  }

  /// Hears what has happened until now.
  func hear() throws { tracker.note(try watch.events(), at: now) }

  /// Lets what has happened until now go unheard.
  func miss() throws { _ = try watch.events() }

  /// Takes in an event that the system would tell.
  func hear(_ event: DirectoryWatch.Event) { tracker.note([event], at: now) }

  /// Hears what has happened until now, lets time go by, and tells what was told in it.
  func wait(_ time: Duration = .milliseconds(100)) throws -> [StoreEvent] {
    try hear()
    let end = now + time
    var events: [StoreEvent] = []
    while let deadline = [tracker.deadline, tracker.appointment].compactMap(\.self).min(), deadline <= end {
      now = max(now, deadline)
      events += try tracker.settle(at: now)
      // Looking may be heard of, and what was put off is due later.
      try hear()
    }
    now = end
    return events
  }

  /// What is told when everything is still for long enough, in short.
  func told(in time: Duration = .seconds(2)) throws -> [String] { try wait(time).map(\.summary) }

  /// Writes a file, without the help of another.
  func write(_ text: String, to path: String) throws {
    let file = store.sandbox.store.appending(path)
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
  }

  /// Opens a file to write into it bit by bit.
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

  /// Fails the test where the watch knows anything else than one that begins now.
  func expectUpToDate(_ comment: Comment? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let fresh = try StoreTracker(store.store, try DirectoryWatch(), quietTime: Self.quietTime)
    #expect(tracker.sources == fresh.sources, comment, sourceLocation: sourceLocation)
    #expect(
      tracker.faults.map { "\($0.path): \($0.diagnostics.map(\.message))" }
        == fresh.faults.map { "\($0.path): \($0.diagnostics.map(\.message))" }, comment, sourceLocation: sourceLocation)
  }
}

extension StoreEvent {
  /// The event in a few words.
  var summary: String {
    switch self {
    case .playlist(.created(let playlist), let path): "created \(playlist.id) at \(path)"
    case .playlist(.deleted(let playlist), _): "deleted \(playlist.id)"
    case .playlist(.moved(_, let playlist), let path): "moved \(playlist.id) to \(path)"
    case .playlist(.updated(let before, let after), _): "updated \(after.id): \(before.name) → \(after.name)"
    case .file(let kind, let path): "\(kind.rawValue) \(path)"
    case .invalid(let report):
      "invalid \(report.path): \(report.diagnostics.map(\.id.rawValue).joined(separator: ", "))"
    case .mended(let path): "mended \(path)"
    case .contents(let change):
      "\(change.playlist) has \(change.after.map(\.rawValue).joined(separator: " ")), not \(change.before.map(\.rawValue).joined(separator: " "))"
    case .contentsUnknown(let id, let error):
      "\(id): \((error.cause as? LibraryError)?.code.rawValue ?? error.code.rawValue)"
    case .ended(let error): "ended: \(error.code.rawValue)"
    }
  }
}
