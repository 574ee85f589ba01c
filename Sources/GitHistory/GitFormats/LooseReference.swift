/// The contents of a reference's file: a commit, or the name of another reference.
enum LooseReference: Hashable, Sendable {
  case direct(CommitID)
  case symbolic(String)

  /// Parses the bytes of a file; `nil` if they are damaged. White space at the end is ignored, as in git.
  init?(parsing bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self)?.trimming(\.isWhitespace), !text.utf8.contains(0) else {
      return nil
    }
    if text.hasPrefix(Self.symbolicPrefix) {
      let target = text.dropFirst(Self.symbolicPrefix.count).drop(while: \.isWhitespace)
      guard !target.isEmpty else { return nil }
      self = .symbolic(String(target))
    } else {
      guard let id = CommitID(text) else { return nil }
      self = .direct(id)
    }
  }

  /// The bytes of the file.
  var encoded: [UInt8] {
    switch self {
    case .direct(let id): Array("\(id)\n".utf8)
    case .symbolic(let name): Array("\(Self.symbolicPrefix) \(name)\n".utf8)
    }
  }

  private static let symbolicPrefix = "ref:"
}
