extension ErrorPresenter {
  /// Returns what to do if a remote does not allow a transfer.
  ///
  /// - Parameters:
  ///   - lines: The lines of git.
  ///   - test: The command that shows whether the remote can be read.
  static func advice(onDenial lines: [String], _ test: String) -> String {
    if let line = lines.first(where: { $0.contains("dubious ownership") }) {
      let parts = line.split(separator: "'", omittingEmptySubsequences: false)
      let path = parts.count > 2 ? parts[1..<(parts.count - 1)].joined(separator: "'") : "PATH"
      return "if you trust its owner: `git config --global --add safe.directory \(shellWord(path))` on its machine"
    }
    if lines.contains(where: { $0.lowercased().contains("unable to create temporary object directory") }) {
      return "you may read the repository, but not write to it; ask its owner"
    }
    return "\(test) shows whether your key or password is accepted"
  }
}
