import MixtapeStore
import PlaylistFiles

extension JSONOutput {
  /// Returns the result of a merge of files, for `merge-file`.
  static func merge(_ merge: StoreFileMerge) -> JSONValue {
    .object([
      ("clean", .bool(merge.isClean)), ("byLine", .bool(merge.refusal != nil)),
      ("conflicts", .array(merge.conflicts.map(conflict))),
    ])
  }

  private static func conflict(_ conflict: FileConflict) -> JSONValue {
    func text(_ bytes: [UInt8]?) -> JSONValue { .optional(bytes.map { String(decoding: $0, as: UTF8.self) }) }
    return .object([
      ("key", .string(conflict.key)), ("base", text(conflict.base)), ("ours", text(conflict.ours)),
      ("theirs", text(conflict.theirs)),
    ])
  }
}
