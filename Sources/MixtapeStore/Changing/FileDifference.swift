internal import GitHistory
public import MixtapeModel

/// How a file differs between two states of a store.
public struct FileDifference: Sendable {
  /// The path below the store's directory.
  public let path: String
  /// The bytes before; `nil` if there was no file.
  public let old: [UInt8]?
  /// The bytes after; `nil` if there is no file.
  public let new: [UInt8]?

  /// The difference in git's unified form, header included.
  public var patch: String {
    get throws(MixtapeError) {
      let bytes = try git { () throws(GitError) in try Repository.unifiedDiff(old: old, new: new, path: path) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
