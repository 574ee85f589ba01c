internal import FileSystem
internal import SystemPackage

/// An entry of the reflog of HEAD: a move of HEAD, with its reason.
public struct ReflogEntry: Hashable, Sendable {
  /// The commit before; `nil` for the first commit of a repository.
  public let old: CommitID?
  /// The commit after.
  public let new: CommitID
  /// The reason, in English, such as `pull: Fast-forward`.
  public let reason: String
}

extension Repository {
  /// Returns the newest entries of the reflog of HEAD with certain reasons, oldest first; empty without a reflog. Damaged lines are
  /// ignored.
  ///
  /// - Parameters:
  ///   - prefixes: The beginnings of the reasons.
  ///   - size: The number of bytes to read, from the end of the file.
  public func headReflog(withReasons prefixes: [String], reading size: Int) throws(GitError) -> [ReflogEntry] {
    let file = gitDirectory.appending("logs/HEAD")
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileAccess.readEnd(of: file, count: size)
    } catch {
      guard error != .noSuchFileOrDirectory else { return [] }
      throw GitError(error, .readReference, path: file)
    }
    let starts = prefixes.map { Array($0.utf8) }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let reason = line[(tab + 1)...]
      return starts.contains { reason.starts(with: $0) } ? ReflogEntry(line[..<tab], reason) : nil
    }
  }
}

extension ReflogEntry {
  /// Reads a line of two parts: the ids with `name <email> seconds +hhmm`, and the reason.
  fileprivate init?(_ head: ArraySlice<UInt8>, _ reason: ArraySlice<UInt8>) {
    let words = head.split(separator: UInt8(ascii: " "), maxSplits: 2).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard words.count == 3, let old = CommitID(words[0]), let new = CommitID(words[1]) else { return nil }
    self.old = words[0].allSatisfy { $0 == "0" } ? nil : old
    self.new = new
    self.reason = String(decoding: reason, as: UTF8.self)
  }
}
