/// The text of git's configuration files. See `git-config(1)`, "Syntax".
enum ConfigurationText {
  /// Returns a file with settings added at its end. Git uses the last value of a setting.
  ///
  /// - Parameter settings: Names such as `merge.mixtape.driver`, with their values.
  static func adding(_ settings: [(name: String, value: String)], to source: [UInt8]) -> [UInt8] {
    var text = source.isEmpty || source.last == UInt8(ascii: "\n") ? "" : "\n"
    var current: String?
    for (name, value) in settings {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let header = header(of: parts.dropLast())
      if header != current { text += "\(header)\n" }
      current = header
      text += "\t\(parts.last ?? "") = \(quoted(value))\n"
    }
    return source + Array(text.utf8)
  }

  /// Returns the line that opens a section, such as `[merge "mixtape"]`.
  private static func header(of parts: ArraySlice<Substring>) -> String {
    let subsection = parts.dropFirst().joined(separator: ".")
    return "[\(parts.first ?? "")\(subsection.isEmpty ? "" : " \(quoted(subsection))")]"
  }

  private static func quoted(_ text: String) -> String {
    let escapes: [Character: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t"]
    return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
  }
}
