import SystemPackage
import TestSupport
import Testing

/// A cut of the power at every system call by which the program changes a file: what was synced is there; what was written
/// since is there, is not, or is there in part, each file for itself.
@Suite("Power cuts", .enabled(if: Program.isSupported, "programs are traced on Linux alone"))
struct PowerCutTests {
  /// What an editor saves is its own to sync.
  private static let changes =
    isThorough ? Change.all.filter { $0.command.first != "edit" } : [.addition, .creation, .undoOfManyFiles]

  @Test(arguments: changes, ["each", "together"])
  func `a power cut at any call of a change leaves the old or the new state`(change: Change, sync: String) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change, sync: sync)
    var outcomes: Set<Prepared.Outcome> = []
    let moments = try moments(of: change, in: prepared.origin, sync: sync)
    for moment in moments.sample(oneOf: 2, using: &generator) {
      outcomes.formUnion(try prepared.outcomes(of: moment, tries: isThorough ? 24 : 1, using: &generator))
    }
    #expect(outcomes == [.old, .new], generator.comment)
  }

  /// The program was killed, and the power is cut while the next command recovers from that: what the one has written and
  /// not synced, the other has to make durable.
  @Test(arguments: [Change.addition, .undoOfManyFiles], ["each", "together"])
  func `a power cut at any call of a recovery is recovered from`(change: Change, sync: String) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change, sync: sync)
    let kills = try moments(of: change, in: prepared.origin, sync: sync).filter(\.isUnderWay)
    try #require(!kills.isEmpty)
    for kill in isThorough ? kills : [kills.randomElement(using: &generator)].compactMap(\.self) {
      let settings = ["MIXTAPE_SYNC": sync]
      let moments = try moments(from: kill.written, durable: kill.durable) { sandbox, look in
        try Program(sandbox: sandbox).run(Sandbox.nextCommand, settings: settings, observing: look)
      }
      for moment in moments.sample(oneOf: 3, using: &generator) {
        try prepared.outcomes(
          of: moment, after: "killed \(kill.instant), then", tries: isThorough ? 8 : 1, using: &generator)
      }
    }
  }

  /// The files at each call of a change, with what was durable then.
  private func moments(of change: Change, in origin: Snapshot, sync: String) throws -> [Moment] {
    try moments(from: origin, durable: Durable(files: origin)) { sandbox, look in
      try Program(sandbox: sandbox).run(change, sync: sync, observing: look)
    }
  }

  private func moments(
    from origin: Snapshot, durable: Durable,
    _ run: (Sandbox, _ observing: (Int, Call) throws -> Void) throws -> Program.Run
  ) throws -> [Moment] {
    let sandbox = try Sandbox.holding(origin)
    var durable = durable
    var moments: [Moment] = []
    var last: Call?
    func look(_ instant: String) throws {
      let all = try Snapshot(of: sandbox.store)
      if let last, last.isSync { durable.synchronize(last, below: sandbox.store, with: all) }
      let moment = Moment(instant: instant, durable: durable, written: all.withoutTemporaryObjects)
      let isNew = moments.last.map { $0.written != moment.written || $0.durable != moment.durable } ?? true
      if isNew { moments.append(moment) }
    }
    let ended = try run(sandbox) { position, call in
      try look("before call \(position), \(call)")
      last = call
    }
    try #require(ended.status == 0, "\(ended.output)")
    try look("at the end")
    return moments
  }
}

extension Prepared {
  /// What becomes of a store after some power cuts at an instant.
  @discardableResult
  fileprivate func outcomes(
    of moment: Moment, after first: String = "", tries: Int, using generator: inout SeededGenerator
  ) throws -> Set<Outcome> {
    var outcomes: Set<Outcome> = []
    for _ in 0..<tries {
      let disk = moment.disk(using: &generator)
      let sandbox = try Sandbox.holding(disk.files)
      let comment: Comment = "\(first) \(moment.instant), damaged \(disk.damaged), \(generator)"
      let outcome = try expectOldOrNew(sandbox, comment) { try sandbox.removeRemains(of: disk) }
      outcome.map { _ = outcomes.insert($0) }
    }
    return outcomes
  }
}

/// What a disk keeps.
private struct Durable: Equatable {
  /// The files with their names.
  var files: Snapshot
  /// The contents, whatever names they have.
  private var contents: Set<[UInt8]>

  init(files: Snapshot) {
    self.files = files
    contents = Set(files.files.values)
  }

  func contains(_ content: [UInt8]) -> Bool { contents.contains(content) }

  /// Takes a call into account that made files durable.
  mutating func synchronize(_ call: Call, below store: FilePath, with written: Snapshot) {
    let path = String(call.path.dropFirst(store.string.utf8.count + 1))
    if call.name == "syncfs" {
      self = Durable(files: written.withoutTemporaryObjects)
    } else if let content = written.files[path] {
      contents.insert(content)
      if files.files[path] != nil { files = files.replacing(path, with: content) }
    } else {
      // Names in a directory, of contents that are durable; with a directory, all in it goes.
      let directories = Set(written.directories)
      for name in Set(written.files.keys).union(files.files.keys) where !name.contains("/tmp_object") {
        let (content, directory) = (written.files[name], FilePath(name).removingLastComponent().string)
        let isHere = directory == path || directory.hasPrefix(path + "/") && !directories.contains(directory)
        if isHere, content.map(contents.contains) ?? true { files = files.replacing(name, with: content) }
      }
    }
  }
}

/// What a disk has after a power cut.
private struct Disk {
  var files: Snapshot
  /// The files whose content was lost, or a part of it.
  var damaged: [String] = []
  /// Whether the record of the change is the one that was written last.
  var hasRecord = false
}

/// An instant of a change.
private struct Moment {
  let instant: String
  let durable: Durable
  /// All that was written.
  let written: Snapshot

  /// Whether there is a record of a change.
  var isUnderWay: Bool { written.files[Self.record].map { $0.first != UInt8(ascii: "0") || $0.count > 40 } ?? false }

  private static let record = ".git/mixtape/pending"

  /// What a disk may have after a power cut at this instant.
  func disk(using generator: inout some RandomNumberGenerator) -> Disk {
    var disk = Disk(files: durable.files)
    for path in Set(durable.files.files.keys).union(written.files.keys).sorted() {
      let (old, new) = (durable.files.files[path], written.files[path])
      guard old != new else { continue }
      // Names are one thing and contents another: a file with a new name may have a content that is durable.
      let isWhole = new.map(durable.contains) ?? true
      let fate = Fate.allCases.filter { !isWhole || [.kept, .undone].contains($0) }.randomElement(using: &generator)
      guard let fate, fate != .undone else { continue }
      if fate != .kept { disk.damaged.append(path) }
      disk.files = disk.files.replacing(path, with: new.map { fate.remains(of: $0, after: old ?? []) })
    }
    disk.hasRecord = disk.files.files[Self.record] == written.files[Self.record]
    return disk
  }
}

/// What a power cut makes of a file that was written and not synced.
private enum Fate: CaseIterable {
  /// It is there, or it is as before; or the name alone is there, or zeros in the place of its bytes, or the first half, or
  /// the first half with the old bytes behind it, or the old bytes with zeros in the place of those that were added.
  case kept, undone, emptied, zeroed, halved, mixed, extended

  func remains(of bytes: [UInt8], after old: [UInt8]) -> [UInt8] {
    switch self {
    case .kept, .undone: bytes
    case .emptied: []
    case .zeroed: [UInt8](repeating: 0, count: bytes.count)
    case .halved: Array(bytes.prefix(bytes.count / 2))
    case .mixed: Array(bytes.prefix(bytes.count / 2) + old.dropFirst(bytes.count / 2))
    case .extended: Array(old + repeatElement(0, count: max(0, bytes.count - old.count)))
    }
  }
}

extension Sandbox {
  /// Removes what is harmless: objects that are still as the power cut left them, of which `git fsck` complains, as it would
  /// of a missing one that is used; and new files whose record was lost, which `doctor --repair` removes.
  fileprivate func removeRemains(of disk: Disk) throws {
    for path in disk.damaged where path.hasPrefix(".git/objects/") {
      if try read(path) == disk.files.files[path] ?? [] { try remove(path) }
    }
    guard !disk.hasRecord else { return }
    for path in try Snapshot(of: store).leftovers where path.hasSuffix("mixtape-tmp") { try remove(path) }
  }
}
