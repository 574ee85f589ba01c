internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Records of what each commit changed, kept in the private state, so that no trees are compared to find out.
///
/// Records are numbered in the order in which they were added, parents before their children. A commit never changes, so a record
/// stays valid when history is rewritten, and the file only grows. The exception are commits whose parents git sees elsewhere, as
/// in a shallow clone: the first line of the file has a hash of these settings, and a file with another hash is made again. The file
/// is derived and may be deleted at any time: readers add the commits that are missing.
struct CommitRecords {
  private var bytes: [UInt8]
  /// The offsets at which the records begin.
  private var starts: [Int] = []
  private let path: FilePath
  private let header: [UInt8]

  /// Reads the records, and adds those of a commit and the ones before it as far as they are missing; `nil` adds none.
  ///
  /// - Complexity: O(the size of the file), and for each commit that is missing a comparison of two trees.
  init(of repository: StoreRepository, addingUpTo commit: CommitID?) throws(MixtapeError) {
    path = repository.privateState.commitRecords
    header = try Self.header(of: repository)
    bytes = header
    do throws(FileAccess.Failure) {
      let read = try FileAccess.read(path)
      if read.starts(with: bytes) { bytes = read }
    } catch {
      // The file is made again.
    }
    let found = CommitRecordFormat.starts(in: bytes, from: header.count)
    starts = found.starts
    // The records from the first damaged one on are made again, as is one that was written in part.
    bytes.removeLast(bytes.count - found.end)
    guard let commit, try add(commit, of: repository) else { return }
    save()
  }

  private static func header(of repository: StoreRepository) throws(MixtapeError) -> [UInt8] {
    let fingerprint = try repository.historyFingerprint().map { (text) throws(MixtapeError) in
      " \(try StoreRepository.checked(try Repository.blobID(of: Array(text.utf8))))"
    }
    return Array("mixtape history 2\(fingerprint ?? "")\n".utf8)
  }

  /// The record of a commit; the newest are found first.
  func number(of commit: CommitID) -> Int? {
    let id = commit.rawValue.bytes
    return bytes.withUnsafeBytes { bytes in
      starts.indices.last { number in
        let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
        return bytes[end - ObjectID.byteCount..<end].elementsEqual(id)
      }
    }
  }

  /// The numbers of the records of a commit's parents, the first parent first.
  func parents(of number: Int) -> [Int] {
    CommitRecordFormat.parents(bytes, at: starts[number])
  }

  /// The time at which a commit was committed, in seconds since 1970.
  func date(of number: Int) -> Int64 {
    CommitRecordFormat.committed(bytes, at: starts[number]) ?? 0
  }

  func record(_ number: Int) -> CommitRecord? {
    CommitRecordFormat.decode(bytes, at: starts[number])
  }

  /// Whether a commit changed the file of a playlist.
  func record(_ number: Int, touches playlist: Playlist.ID) -> Bool {
    let end = Array("/\(playlist)\(StoredFile.suffix)".utf8)
    return CommitRecordFormat.hasPath(bytes, at: starts[number]) { path in
      path.count >= end.count && path.suffix(end.count).elementsEqual(end)
        && StoredFile.playlistID(at: String(decoding: path, as: UTF8.self)) == playlist
    }
  }

  /// Whether a commit changed any file of the store.
  func recordHasChanges(_ number: Int) -> Bool {
    CommitRecordFormat.hasPath(bytes, at: starts[number]) { _ in true }
  }
}

// MARK: - What is missing

extension CommitRecords {
  /// Adds a commit and those before it that are missing, the oldest first.
  ///
  /// - Returns: whether any was missing.
  private mutating func add(_ commit: CommitID, of repository: StoreRepository) throws(MixtapeError) -> Bool {
    guard number(of: commit) == nil else { return false }
    var numbers: [CommitID: Int] = [:]
    for number in starts.indices { if let id = record(number)?.id { numbers[id] = number } }
    // Depth first, and without recursion: a commit is added when all its parents are.
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

  /// Writes the file. Failures are ignored, as in a store that may only be read: the next reader adds the same records.
  private func save() {
    do throws(Errno) {
      try DurableFile.makeDirectories(path.removingLastComponent())
      try DurableFile.replace(path, with: bytes)
    } catch {}
  }

  /// Adds a new commit to the file if the last record is that of its parent. Otherwise the next reader brings the file up to
  /// date.
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
      // The change is made, and the next reader brings the file up to date.
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
  }
}
