internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Records of the files that each commit changed, kept in the private state, so that trees need not be compared.
///
/// Records are numbered in the order in which they were added, parents before children. A commit never changes, so a
/// record stays valid if history is rewritten, and the file only grows. The exception are commits to which git gives
/// other parents, as in a shallow clone: the first line of the file has a hash of these settings, and a file with
/// another hash is rebuilt. The file is derived and may be deleted at any time: readers add missing commits.
struct CommitRecords {
  private var bytes: [UInt8]
  private var starts: [Int] = []
  private let path: FilePath
  private let header: [UInt8]

  /// Reads the records, and adds those of a commit and its ancestors if they are missing; with `nil`, adds none.
  ///
  /// - Complexity: O(the size of the file), and a comparison of two trees for each missing commit.
  init(of repository: StoreRepository, addingUpTo commit: CommitID?) throws(MixtapeError) {
    path = repository.privateState.commitRecords
    header = try Self.header(of: repository)
    bytes = header
    do throws(FileAccess.Failure) {
      let read = try FileAccess.read(path)
      if read.starts(with: bytes) { bytes = read }
    } catch {
      // The file is rebuilt.
    }
    let found = CommitRecordFormat.starts(in: bytes, from: header.count)
    starts = found.starts
    // The records from the first damaged or incomplete one on are made again.
    bytes.removeLast(bytes.count - found.end)
    guard let commit, try add(commit, of: repository) else { return }
    save()
  }

  private static func header(of repository: StoreRepository) throws(MixtapeError) -> [UInt8] {
    let fingerprint = try repository.historyFingerprint().map { (text) throws(MixtapeError) in
      " \(try StoreRepository.checked(try Repository.blobID(of: Array(text.utf8))))"
    }
    return Array("mixtape history 3\(fingerprint ?? "")\n".utf8)
  }

  /// Returns the number of a commit's record. The newest commits are found first.
  func number(of commit: CommitID) -> Int? {
    let id = commit.rawValue.bytes
    return bytes.withUnsafeBytes { bytes in
      starts.indices.last { number in
        let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
        return bytes[end - ObjectID.byteCount..<end].elementsEqual(id)
      }
    }
  }

  func id(of number: Int) -> CommitID? {
    let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    return CommitRecordFormat.decodeSuffix(Array(bytes[end - CommitRecordFormat.suffixLength..<end]))?.commit
  }

  /// Returns the numbers of children that a record reaches, by the numbers of their parents' records.
  ///
  /// - Complexity: O(the number of records).
  func childCounts(from start: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: start + 1)
    for number in (0...start).reversed() where number == start || counts[number] > 0 {
      for parent in parents(of: number) { counts[parent] += 1 }
    }
    return counts
  }

  /// Returns the numbers of the parents' records, first parent first.
  func parents(of number: Int) -> [Int] {
    CommitRecordFormat.parents(bytes, at: starts[number])
  }

  /// Returns the committer's time of a record, in seconds since 1970.
  func date(of number: Int) -> Int64 {
    CommitRecordFormat.committed(bytes, at: starts[number]) ?? 0
  }

  func record(_ number: Int) -> CommitRecord? {
    CommitRecordFormat.decode(bytes, at: starts[number])
  }

  func record(_ number: Int, touches item: StoreItem) -> Bool {
    let end = Array("/\(item.id)\(SectionFile.suffix)".utf8)
    return CommitRecordFormat.hasPath(bytes, at: starts[number]) { path in
      path.count >= end.count && path.suffix(end.count).elementsEqual(end)
        && StoreItem(path: String(decoding: path, as: UTF8.self)) == item
    }
  }

  /// Returns whether a commit changed any file of the store.
  func recordHasChanges(_ number: Int) -> Bool {
    CommitRecordFormat.hasPath(bytes, at: starts[number]) { _ in true }
  }

  func recordIsDecision(_ number: Int) -> Bool { CommitRecordFormat.isDecision(bytes, at: starts[number]) }
}

// MARK: - Missing records

extension CommitRecords {
  /// Adds a commit and its missing ancestors, oldest first.
  ///
  /// - Returns: Whether a record was missing.
  private mutating func add(_ commit: CommitID, of repository: StoreRepository) throws(MixtapeError) -> Bool {
    guard number(of: commit) == nil else { return false }
    var numbers: [CommitID: Int] = [:]
    for number in starts.indices { if let id = id(of: number) { numbers[id] = number } }
    // Depth first, without recursion: a commit is added after all its parents.
    var open = [commit]
    while let id = open.last {
      let parents = try repository.parents(of: id)
      let missing = parents.filter { numbers[$0] == nil }
      guard numbers[id] == nil, missing.isEmpty else {
        if numbers[id] == nil { open += missing } else { open.removeLast() }
        continue
      }
      let known = parents.compactMap { numbers[$0] }
      numbers[id] = starts.count
      append(try CommitRecord(of: id, parents: known, in: repository))
      open.removeLast()
    }
    return true
  }

  private mutating func append(_ record: CommitRecord) {
    starts.append(bytes.count)
    bytes += CommitRecordFormat.encode(record, number: starts.count - 1)
  }

  /// Writes the file. Errors are ignored, as in a read-only store: the next reader adds the same records.
  private func save() {
    do throws(Errno) {
      try DurableFile.makeDirectories(path.removingLastComponent())
      try DurableFile.replace(path, with: bytes)
    } catch {}
  }

  /// Adds the record of a new commit if the last record is that of its parent. Otherwise the next reader adds it.
  static func append(_ commit: CommitID, of repository: StoreRepository) {
    let path = repository.privateState.commitRecords
    do {
      let parents = try repository.parents(of: commit)
      guard let parent = parents.first else {
        let first = try CommitRecord(of: commit, parents: [], in: repository)
        return try FileAccess.write(
          header(of: repository) + CommitRecordFormat.encode(first, number: 0), toNewFile: path)
      }
      let end = try FileAccess.readEnd(of: path, count: CommitRecordFormat.suffixLength)
      guard parents.count == 1, let last = CommitRecordFormat.decodeSuffix(end), last.commit == parent else { return }
      let record = try CommitRecord(of: commit, parents: [last.number], in: repository)
      try FileAccess.append(CommitRecordFormat.encode(record, number: last.number + 1), to: path, isSole: true)
    } catch {
      // The change is complete, and the next reader updates the file.
    }
  }
}

extension CommitRecord {
  init(of id: CommitID, parents: [Int], in repository: StoreRepository) throws(MixtapeError) {
    let commit = try repository.commit(id)
    self.id = id
    self.parents = parents
    committed = Int64(commit.committer.date.timeIntervalSince1970)
    authored = Int64(commit.author.date.timeIntervalSince1970)
    isBoundary = commit.boundary != nil
    changes = try isBoundary ? repository.storeChanges(from: nil, to: id) : repository.storeChanges(in: id)
    let operation = commit.trailer(CommitMessage.operationKey)
    isDecision = changes.isEmpty && operation.map(CommitMessage.operationsOfDecisions.contains) == true
  }
}
