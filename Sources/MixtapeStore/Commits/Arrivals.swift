internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// A private record of the commits that HEAD moved forward to by a sync, each with the commit before.
///
/// In this clone, the commit before is the state in which the last change made here ended; the first parent may be a commit that
/// somebody else made. So the record shows which changes were made here. Without it, all changes count as made here.
struct Arrivals {
  private var commitsBefore: [CommitID: CommitID?] = [:]

  /// The record without arrivals.
  static let none = Arrivals()

  private init() {}

  /// Reads the record. Lines that are damaged are ignored, and so is a record that cannot be read.
  init(in state: PrivateState) {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(state.arrivals, atMost: Self.maximumSize)
    } catch {
      return
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let commit = CommitID(words[0]) else { continue }
      guard words[1] != Self.nothing else {
        commitsBefore[commit] = .some(nil)
        continue
      }
      if let before = CommitID(words[1]) { commitsBefore[commit] = before }
    }
  }

  /// Returns the commit of HEAD before it moved forward to a commit, which is `nil` for a new clone; `nil` if HEAD did not arrive
  /// at the commit by a sync.
  subscript(commit: CommitID) -> CommitID?? { commitsBefore[commit] }

  /// Adds an arrival. After an error, the changes count as made here.
  static func append(_ commit: CommitID, after before: CommitID?, in state: PrivateState) {
    let line = Array("\(commit) \(before?.description ?? nothing)\n".utf8)
    do throws(Errno) {
      try FileAccess.append(line, to: state.arrivals, making: true)
    } catch {
      return
    }
  }

  private static let nothing = "-"
  private static let maximumSize = 1 << 26
}
