internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel

extension MergeConflict {
  /// The conflict as the value of a trailer: an inline table of TOML in one line.
  var trailer: String {
    var entries = [
      TOMLInlineTable.Entry(key: "path", value: .string(path)), TOMLInlineTable.Entry(key: "key", value: .string(key)),
      TOMLInlineTable.Entry(key: "taken", value: .string(winner.rawValue)),
    ]
    if decision != nil { entries.append(TOMLInlineTable.Entry(key: "decided", value: .boolean(true))) }
    if case .episode(let id) = subject {
      entries.append(TOMLInlineTable.Entry(key: "episode", value: .string(id.name)))
    }
    for side in MergeSide.allCases {
      if let value = self[side].value {
        entries.append(TOMLInlineTable.Entry(key: side.rawValue, value: .string(value)))
      }
      let commit = TOMLLiteral.string(self[side].commit.description)
      entries.append(TOMLInlineTable.Entry(key: "\(side.rawValue)-commit", value: commit))
    }
    return String(decoding: TOMLLiteral.inlineTable(TOMLInlineTable(entries)).text, as: UTF8.self)
  }
}
