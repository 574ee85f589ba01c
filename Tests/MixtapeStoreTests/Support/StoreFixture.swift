import Foundation
import GitHistory
import struct LosslessTOML.Diagnostic
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

/// A store in a sandbox.
struct StoreFixture {
  let sandbox: Sandbox
  let store: Store
  let notices: Recorder<StoreNotice>

  /// Makes a store whose first commit has the given files.
  init(_ files: [String: String] = [:], in sandbox: Sandbox? = nil) throws {
    let sandbox = try sandbox ?? Sandbox()
    for (path, text) in files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: Self.context(in: sandbox))
    try self.init(opening: sandbox)
  }

  /// Opens an existing store in a sandbox.
  init(
    opening sandbox: Sandbox, keepsSnapshot: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    let notices = Recorder<StoreNotice>()
    self.sandbox = sandbox
    self.notices = notices
    store = try Store(
      at: sandbox.store, context: Self.context(in: sandbox, notices, keepsSnapshot: keepsSnapshot, now: now))
  }

  /// Returns the context of a store in a sandbox.
  static func context(
    in sandbox: Sandbox, _ notices: Recorder<StoreNotice> = Recorder(), lockPatience: Duration = .seconds(60),
    keepsSnapshot: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
  ) -> Store.Context {
    Store.Context(
      environment: sandbox.environment, now: now, lockPatience: lockPatience, notify: notices.record,
      keepsSnapshot: keepsSnapshot)
  }

  /// Returns another value for the same store, like that of another process.
  func other(lockPatience: Duration = .seconds(60)) throws -> Store {
    try Store(at: sandbox.store, context: Self.context(in: sandbox, notices, lockPatience: lockPatience))
  }

  /// Returns the store as another process opens it a minute later, when its files are old enough to be recognized by their times.
  func later() throws -> Store {
    let context = Self.context(in: sandbox, notices, now: { Date(timeIntervalSinceNow: 60) })
    return try Store(at: sandbox.store, context: context)
  }

  /// Returns a store that waits only briefly for locks of git. It does wait, because a process that another test
  /// starts may hold the lock of this store between fork and exec.
  func impatient() throws -> Store { try other(lockPatience: .milliseconds(200)) }
}

extension StoreFixture {
  /// Returns the text of a file of the store, or `nil` if it does not exist.
  func text(_ path: String) throws -> String? {
    let file = sandbox.store.appending(path).string
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    return String(decoding: try sandbox.read(path), as: UTF8.self)
  }

  /// Returns the subjects of all commits, newest first.
  func subjects() throws -> [String] { try sandbox.git("log", "--format=%s").split(separator: "\n").map(String.init) }

  /// Returns the message of the newest commit.
  func message() throws -> String { try sandbox.git("log", "-1", "--format=%B").trimmingCharacters(in: .newlines) }

  /// Returns the files that a commit changed, as in git: `A`, `M` or `D`, and the path.
  func changes(in revision: String = "HEAD") throws -> [String] {
    try sandbox.git("show", "--name-status", "--no-renames", "--format=", revision)
      .replacing("\t", with: " ").split(separator: "\n").map(String.init)
  }

  /// The notices so far in a short form, oldest first. Waiting for a lock is left out, because a process that another
  /// test starts may hold the lock of this store between fork and exec.
  var told: [String] { notices.values.map(\.summary).filter { $0 != "waiting" } }

  /// The number of notices about waiting for a lock.
  var waitingNoticeCount: Int { notices.values.count { $0.summary == "waiting" } }

  /// Returns every file below the store's directories, by path.
  func snapshot() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let root = sandbox.store.string + "/"
    for top in try FileManager.default.contentsOfDirectory(atPath: root) where top != ".git" {
      let below = FileManager.default.subpaths(atPath: root + top) ?? []
      for path in [top] + below.map({ "\(top)/\($0)" }) where path.hasSuffix(".toml") {
        if let bytes = FileManager.default.contents(atPath: root + path) { files[path] = Array(bytes) }
      }
    }
    return files
  }

  /// Fails the test if the repository is damaged or the work tree differs from HEAD.
  func expectClean(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    sandbox.expectSound(sourceLocation: sourceLocation)
    #expect(try sandbox.status() == [], sourceLocation: sourceLocation)
  }

  /// Fails the test unless a call throws an error with a code, without changing files, HEAD or the index.
  @discardableResult
  func expectRefusal(
    _ code: MixtapeError.Code, _ subject: MixtapeError.Subject? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws -> MixtapeError? {
    let before = (try snapshot(), try sandbox.git("rev-parse", "--verify", "HEAD"), try sandbox.status())
    let error = expectError(code, subject, sourceLocation: sourceLocation, from: body)
    let after = (try snapshot(), try sandbox.git("rev-parse", "--verify", "HEAD"), try sandbox.status())
    #expect(after == before, sourceLocation: sourceLocation)
    return error
  }
}

extension StoreNotice {
  /// The notice in a short form.
  var summary: String {
    switch self {
    case .rules(.missingPlaylist(let id, let asker, _)): "no \(id), asked for by \(asker?.rawValue ?? "a query")"
    case .rules(.missingPodcast(let text, _, let asker, _)):
      "no podcast has \(text), asked for by \(asker?.rawValue ?? "a query")"
    case .rules(.limitTakesNothing(_, let id, let found)): "limit of \(id?.rawValue ?? "a query") leaves out \(found)"
    case .unknownPlaylist(let id, let askers):
      "unknown \(id), asked for by \(askers.map(\.rawValue).joined(separator: ", "))"
    case .missingPlaylist(let id, let askers, let present):
      "\(id) is \(present?.rawValue ?? "gone"), asked for by \(askers.map(\.rawValue).joined(separator: ", "))"
    case .missingName(let field, let text, let askers):
      "no \(field.rawValue) \(text), asked for by \(askers.map(\.rawValue).joined(separator: ", "))"
    case .foundEntries(let podcast, let playlists):
      "found in \(podcast): \(playlists.map { "\($0.playlist) \($0.count)" }.joined(separator: ", "))"
    case .waitingForLock: "waiting"
    case .fileInvalid(let report, let answers):
      "\(report.path): \(report.diagnostics.map(\.id.rawValue).joined(separator: ", "))\(answers ? ", HEAD answers" : "")"
    case .pushesInvalidFile(let report, let branch): "\(report.path) has errors, pushed to \(branch.name)"
    case .skippedChanges(let count): "skipped \(count)"
    case .renamedItem(let item, let present): "\(item.id) is \(present.id)"
    case .filesRenamedToInvalidNames(let files):
      "invalid names: \(files.map { "\($0.oldPath) → \($0.path)" }.joined(separator: ", "))"
    case .capturedHandEdit(let subject): "captured: \(subject)"
    case .capturingHandEdits(let count): "capturing: \(count)"
    case .capturedHandEdits(let count): "captured: \(count)"
    case .finishedInterruptedChange(let subject): "finished: \(subject)"
    case .droppedInterruptedChange(let subject): "dropped: \(subject)"
    case .notConfirmed(let error): "not confirmed: \(error.code.rawValue)"
    case .exportNotRefreshed(let failure, let place):
      "export\(place.map { " \($0)" } ?? ""): \(failure.reason.summary)"
    case .snapshotNotRefreshed(let failure): "snapshot: \(failure.reason.summary)"
    case .usedFallbackIdentity(let name, let email): "fallback: \(name) <\(email)>"
    case .packingDue(_, let objects): "packing due: \(objects.map { String($0.estimate) } ?? "after a sync")"
    case .untrustedSetting(let setting): "untrusted: \(setting.key.rawValue) = \(setting.value)"
    case .mergeDriverMissing: "the merge driver is missing"
    case .advisory(.commitsAreNotSigned): "advisory: not signed"
    case .advisory(.filesAreNotConverted(let settings)): "advisory: converted by \(settings.joined(separator: ", "))"
    case .advisory(.hooksDoNotRun(let hooks)): "advisory: hooks \(hooks.joined(separator: ", "))"
    }
  }
}

extension PublishingFailure.Reason {
  fileprivate var summary: String {
    switch self {
    case .occupied: "occupied"
    case .insideRepository: "inside a repository"
    case .noPlaylist(let id): "no playlist \(id)"
    case .system(let error): error.description.lowercased()
    case .store(let error): error.code.rawValue
    case .encoding(let error): "\(error)"
    }
  }
}

extension Playlist.ID {
  static func id(_ text: String) throws -> Playlist.ID { try Playlist.ID(validating: text) }
}

extension StoreItem {
  /// A playlist by its id.
  static func id(_ text: String) throws -> StoreItem { .playlist(try Playlist.ID(validating: text)) }
}

extension RestoreResult {
  /// The playlist that was restored.
  var playlist: Playlist? { if case .playlist(let playlist) = content { playlist } else { nil } }
}

extension [Episode.ID] {
  static func ids(_ texts: String...) throws -> [Episode.ID] { try texts.map { try Episode.ID(validating: $0) } }
}

extension RevertConflict {
  /// The conflict without the commit of the other change.
  var withoutChange: RevertConflict { RevertConflict(path: path, reason: reason) }
}

extension StoreFixture {
  /// Sets the permissions of a file or a directory of the store.
  func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: sandbox.store.appending(path).string)
  }

  /// Makes the store writable for another user.
  func letAnyoneWrite() throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.store.string) + [""] {
      try makeWritable(path)
    }
  }

  /// Makes a file readable and writable, or a directory searchable, for everybody.
  func makeWritable(_ path: String) throws {
    var isDirectory: ObjCBool = false
    let file = sandbox.store.appending(path).string
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory) else { return }
    try setMode(isDirectory.boolValue ? 0o777 : 0o666, of: path)
  }

  /// Opens the store's repository.
  func open() throws -> Repository { try Repository.open(at: sandbox.store, environment: sandbox.environment) }

  /// Writes a content into the object database, and returns its id.
  func blob(_ text: String) throws -> String { try sandbox.git("hash-object", "-w", "--stdin", input: text) }
}

extension Sandbox {
  /// Returns the path of a loose object of the store's repository, below the store.
  func path(ofObject id: String) -> String { ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }

  /// Makes a sparse checkout of the store, which leaves out the files that do not match the patterns.
  func checkOutSparsely(_ patterns: String...) throws {
    // git keeps files that were written in the same instant as the index, unless it compares them first.
    try git("update-index", "-q", "--refresh")
    try git(arguments: ["sparse-checkout", "set", "--no-cone"] + patterns)
    // Newer versions of git set another value, with which libgit2 does not open `extensions.worktreeConfig`.
    try git("config", "core.repositoryFormatVersion", "0")
  }
}

/// A store with changes at given times, with a clock one hour ahead of UTC.
struct DatedStore {
  let sandbox: Sandbox

  /// Makes a store at a time in ISO 8601.
  init(_ files: [String: String], at time: String) throws {
    sandbox = try Sandbox()
    for (path, text) in files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: try context(at: time))
  }

  /// Returns the store at a time.
  func at(_ time: String) throws -> Store { try Store(at: sandbox.store, context: context(at: time)) }

  private func context(at time: String) throws -> Store.Context {
    let now = try Date(time, strategy: .iso8601)
    return Store.Context(environment: sandbox.environment, now: { now }, utcOffset: { _ in 60 })
  }
}
