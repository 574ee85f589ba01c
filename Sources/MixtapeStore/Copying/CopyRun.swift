internal import FileSystem
internal import Interchange
internal import MixtapeModel
internal import SystemPackage

/// The work on the files of a place: removes copies, and makes others one after the other.
struct CopyRun {
  private let target: CopyDirectory
  var outcome: CopyOutcome
  /// The files that Mixtape has made.
  private(set) var record: CopyRecord
  private(set) var available: Set<PortablePath>

  init(of plan: CopyPlan) {
    target = plan.target
    outcome = CopyOutcome(of: plan)
    record = plan.record
    // Until it is replaced, an older copy can be played.
    available = plan.present.union(plan.additions.filter(\.isReplacement).map(\.place))
  }

  /// Removes the copies that no list needs, so that there is room for others. One that stays is an outcome, and the next run removes
  /// it.
  ///
  /// - Throws: ``CopyError`` if the device fails, or the record cannot be written.
  mutating func removeCopies() throws(CopyError) {
    for removal in outcome.plan.removals {
      do throws(CopyError) {
        try target.remove(removal.place)
        outcome.removed.append(removal)
      } catch {
        if case .system(_, .readOnlyFileSystem) = error { throw error }
        if case .system(_, .ioError) = error { throw error }
        outcome.unremoved.append(CopyOutcome.UncopiedFile(path: removal.path, error: error))
        record.copies[removal.place] = removal.copy
      }
    }
    try target.write(record)
  }

  /// Copies the files. A failure of one file is an outcome, and the others are copied. A failure of the device ends the run.
  mutating func copyFiles(isCancelled: () -> Bool, onProgress: (CopyOutcome.Progress) -> Void) {
    let items = outcome.plan.additions
    for (index, item) in items.enumerated() {
      do throws(CopyError) {
        let isWhole = try copy(item) { bytes in
          onProgress(
            CopyOutcome.Progress(
              number: index + 1, count: items.count, path: item.path, bytes: bytes, length: item.bytes))
          return !isCancelled()
        }
        guard isWhole else {
          outcome.isCancelled = true
          break
        }
        outcome.copied.append(item)
      } catch {
        guard !error.endsRun(in: target.path) else {
          outcome.end = error
          break
        }
        outcome.failures.append(CopyOutcome.UncopiedFile(path: item.path, error: error))
      }
    }
    discardPartialFile()
  }

  /// Copies a file.
  ///
  /// - Parameter isContinued: Receives the number of bytes so far, and returns whether to go on.
  /// - Returns: Whether the file was copied as a whole.
  private mutating func copy(_ item: CopyPlan.Addition, isContinued: (Int) -> Bool) throws(CopyError) -> Bool {
    let source = try CopyError.reporting(item.source.path) { () throws(Errno) in
      try withErrno {
        try FileDescriptor.open(item.source.path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      }
    }
    defer { do { try source.close() } catch {} }
    let file = try target.begin()
    guard isContinued(0) else { return false }
    while true {
      let piece = try CopyError.reporting(item.source.path) { () throws(Errno) in try source.readPiece() }
      if piece.isEmpty { break }
      try CopyError.reporting(target.place(item.place)) { () throws(Errno) in try file.append(piece) }
      guard isContinued(file.size) else { return false }
    }
    // A source that has grown meanwhile is copied again by the next run.
    let copy = CopyRecord.Copy(bytes: file.size, origin: item.copy.origin)
    try CopyError.reporting(target.place(item.place)) { () throws(Errno) in try file.synchronize() }
    if item.isReplacement { try target.remove(item.place, keepsDirectory: true) }
    available.remove(item.place)
    try target.finish(file, as: copy, at: item.place)
    record.copies[item.place] = copy
    available.insert(item.place)
    return true
  }

  private func discardPartialFile() {
    do throws(CopyError) {
      try target.discardPartialFile()
    } catch {
      // The next run replaces the file, and the outcome already has the reason.
    }
  }
}

// MARK: - Lists

extension CopyRun {
  /// Writes the lists, and removes those of playlists that are gone. Failures of single lists go to the context's `notify`.
  mutating func writeLists(for place: CopyPlace, of store: Store) throws(CopyError) {
    let (plan, target, format) = (outcome.plan, target, place.settings.interchangeFormat)
    let names = Set(plan.lists.map(\.name))
    // Recorded first, so that no list is forgotten.
    record.lists.formUnion(names)
    try target.write(record)
    let exporter: PlaylistExporter
    do throws(MixtapeError) {
      exporter = PlaylistExporter(podcasts: try store.podcastHeads(), paths: place.settings.exportedPaths(of: store))
    } catch {
      throw .store(error)
    }
    for list in plan.lists {
      let items = plan.exportedItems(of: list, available: available)
      let exported = exporter.playlist(list.playlist, items, as: format)
      let bytes = ExportMark.added(to: format.write(InterchangeDocument(playlists: [exported])))
      recordFailure(of: list.name) { (outcome) throws(PublishingFailure) in
        if try Self.listFile(list.name, in: target).write(bytes) { outcome.writtenLists += 1 }
      }
    }
    if plan.keepsOthers { return }
    for name in record.lists.subtracting(names).sorted(by: { $0.text < $1.text }) {
      recordFailure(of: name) { (_) throws(PublishingFailure) in
        try Self.listFile(name, in: target).remove(upTo: target.path)
      }
    }
    record.lists = names
    try target.write(record)
    // People pull devices out.
    try CopyError.reporting(target.path) { () throws(Errno) in
      try DurableFile.synchronizeFileSystem(of: target.path)
    }
  }

  private static func listFile(_ name: PortablePath, in target: CopyDirectory) -> PublishedFile {
    // A device that was pulled out can have left an empty file.
    PublishedFile(path: target.place(name), isOwn: { $0.isEmpty || ExportMark.isPresent(in: $0) })
  }

  private mutating func recordFailure(
    of name: PortablePath, _ body: (inout CopyOutcome) throws(PublishingFailure) -> Void
  ) {
    do throws(PublishingFailure) {
      try body(&outcome)
    } catch {
      let reason: CopyError =
        switch error.reason {
        case .system(let number): .system(error.path, number)
        case .store(let cause): .store(cause)
        default: .occupied(error.path)
        }
      outcome.failures.append(CopyOutcome.UncopiedFile(path: name.text, error: reason))
    }
  }
}

extension CopyError {
  /// Whether the device itself fails, so that no other file can be copied.
  ///
  /// - Parameter directory: The directory of the place.
  fileprivate func endsRun(in directory: FilePath) -> Bool {
    guard case .system(let path, let error) = self, path.starts(with: directory) else { return false }
    switch error {
    case .fileNameTooLong, .fileTooLarge, .invalidArgument, .illegalByteSequence, .notDirectory: return false
    // Another file can be in another directory, but all begin as the temporary file at the top.
    case .permissionDenied, .notPermitted, .resourceBusy:
      return path.lastComponent?.string.hasPrefix(CopyRecord.name) == true
    default: return true
    }
  }
}
