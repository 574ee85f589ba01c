import SystemPackage
import TestSupport
import Testing

/// A power cut at every system call that changes a file. Synced data is kept. Data that was written but not
/// synced is kept, lost or partly lost, independently for each file.
@Suite("Power cuts", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct PowerCutTests {
  /// Edits are excluded, because the editor syncs its own files.
  private static let changes =
    isThorough ? Change.all.filter { $0.command.first != "edit" } : [.addition, .creation, .undoOfManyFiles]

  @Test(arguments: changes, ["each", "together"])
  func `a power cut at any call of a change leaves the old or the new state`(change: Change, sync: String) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change, sync: sync)
    var outcomes: Set<Prepared.Outcome> = []
    let moments = try moments(of: change, in: prepared.origin, sync: sync)
    for moment in moments.sample(oneOf: 5, using: &generator) {
      outcomes.formUnion(try prepared.outcomes(of: moment, tries: isThorough ? 24 : 1, using: &generator))
    }
    #expect(outcomes == [.old, .new], generator.comment)
  }

  /// The program is killed, and the power is cut during the recovery: the recovery must sync the data that the
  /// killed program wrote.
  @Test(arguments: [Change.addition, .undoOfManyFiles], ["each", "together"])
  func `a power cut at any call of a recovery leaves the old or the new state`(change: Change, sync: String) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change, sync: sync)
    let kills = try moments(of: change, in: prepared.origin, sync: sync).filter(\.hasRecord)
    try #require(!kills.isEmpty)
    for kill in isThorough ? kills : [kills.randomElement(using: &generator)].compactMap(\.self) {
      let settings = ["MIXTAPE_SYNC": sync]
      let moments = try moments(from: kill.written, durable: kill.durable) { sandbox, look in
        try Program(sandbox: sandbox).run(Sandbox.nextCommand, settings: settings, observing: look)
      }
      for moment in moments.sample(oneOf: 8, using: &generator) {
        try prepared.outcomes(
          of: moment, after: "killed \(kill.instant), then", tries: isThorough ? 8 : 1, using: &generator)
      }
    }
  }

  /// Returns the files at each call of a change, with the durable state at that time.
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
  /// Returns the outcomes of power cuts at one instant.
  @discardableResult
  fileprivate func outcomes(
    of moment: Moment, after first: String = "", tries: Int, using generator: inout SeededGenerator
  ) throws -> Set<Outcome> {
    var outcomes: Set<Outcome> = []
    for _ in 0..<tries {
      let disk = moment.disk(using: &generator)
      let sandbox = try Sandbox.holding(disk.files)
      let comment: Comment = "\(first) \(moment.instant), damaged \(disk.damaged), \(generator)"
      let outcome = try expectOldOrNew(sandbox, comment) { try sandbox.removeHarmlessRemains(of: disk) }
      outcome.map { _ = outcomes.insert($0) }
    }
    return outcomes
  }
}

/// The durable state of a disk.
private struct Durable: Equatable {
  /// The files whose names are durable.
  var files: Snapshot
  /// The durable contents, under any name.
  private var contents: Set<[UInt8]>

  init(files: Snapshot) {
    self.files = files
    contents = Set(files.files.values)
  }

  func contains(_ content: [UInt8]) -> Bool { contents.contains(content) }

  /// Updates the state after a call that made files durable.
  mutating func synchronize(_ call: Call, below store: FilePath, with written: Snapshot) {
    let path = String(call.path.dropFirst(store.string.utf8.count + 1))
    if call.name == "syncfs" {
      self = Durable(files: written.withoutTemporaryObjects)
    } else if let content = written.files[path] {
      contents.insert(content)
      if files.files[path] != nil { files = files.replacing(path, with: content) }
    } else {
      // The names in a directory become durable if their contents are. A removed directory removes its contents.
      let directories = Set(written.directories)
      for name in Set(written.files.keys).union(files.files.keys) where !name.contains("/tmp_object") {
        let (content, directory) = (written.files[name], FilePath(name).removingLastComponent().string)
        let isHere = directory == path || directory.hasPrefix(path + "/") && !directories.contains(directory)
        if isHere, content.map(contents.contains) ?? true { files = files.replacing(name, with: content) }
      }
    }
  }
}

/// The disk after a power cut.
private struct Disk {
  var files: Snapshot
  /// The files that lost content.
  var damaged: [String] = []
  /// Whether the record of the change is the latest one.
  var hasRecord = false
}

/// An instant of a change.
private struct Moment {
  let instant: String
  let durable: Durable
  /// All written files.
  let written: Snapshot

  /// Whether a record of a change exists.
  var hasRecord: Bool { written.files[Self.record].map { $0.first != UInt8(ascii: "0") || $0.count > 40 } ?? false }

  private static let record = ".git/mixtape/pending"

  /// Returns a possible state of the disk after a power cut at this instant.
  func disk(using generator: inout some RandomNumberGenerator) -> Disk {
    var disk = Disk(files: durable.files)
    for path in Set(durable.files.files.keys).union(written.files.keys).sorted() {
      let (old, new) = (durable.files.files[path], written.files[path])
      guard old != new else { continue }
      // Names and contents are independent: a file with a new name may have durable content.
      let isWhole = new.map(durable.contains) ?? true
      let fate = PowerCutEffect.allCases.filter { !isWhole || [.kept, .undone].contains($0) }.randomElement(
        using: &generator)
      guard let fate, fate != .undone else { continue }
      if fate != .kept { disk.damaged.append(path) }
      disk.files = disk.files.replacing(path, with: new.map { fate.remains(of: $0, after: old ?? []) })
    }
    disk.hasRecord = disk.files.files[Self.record] == written.files[Self.record]
    return disk
  }
}

/// The effect of a power cut on a file that was written but not synced.
private enum PowerCutEffect: CaseIterable {
  /// The new file; the old file; an empty file; zeros instead of the bytes; the first half;
  /// the first half followed by old bytes; the old bytes followed by zeros.
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
  /// Removes harmless remains: damaged unused objects, which `git fsck` would report,
  /// and temporary files without a record, which `doctor --repair` removes.
  fileprivate func removeHarmlessRemains(of disk: Disk) throws {
    for path in disk.damaged where path.hasPrefix(".git/objects/") {
      if try read(path) == disk.files.files[path] ?? [] { try remove(path) }
    }
    guard !disk.hasRecord else { return }
    for path in try Snapshot(of: store).leftovers where path.hasSuffix("mixtape-tmp") { try remove(path) }
  }
}
