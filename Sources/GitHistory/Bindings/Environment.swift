internal import CLibgit2

/// The variables of the environment that git reads, as the caller passes them.
struct Environment: Sendable {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  /// The value of a variable, or nil where it is unset or empty.
  subscript(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// Whether a variable has a value that git takes for true.
  func isTrue(_ name: String) -> Bool {
    guard let value = self[name]?.lowercased() else { return false }
    return !["0", "false", "no", "off"].contains(value)
  }

  /// The directories of configuration files, by level. Nil stands for libgit2's own choice, an empty path for none.
  ///
  /// ``configurationFiles`` has the files that variables name directly.
  var configurationSearchPaths: [(git_config_level_t, String?)] {
    let replacesGlobal = self["GIT_CONFIG_GLOBAL"] != nil
    let replacesSystem = self["GIT_CONFIG_SYSTEM"] != nil || isTrue("GIT_CONFIG_NOSYSTEM")
    let configurationHome = self["XDG_CONFIG_HOME"] ?? self["HOME"].map { "\($0)/.config" }
    return [
      (GIT_CONFIG_LEVEL_SYSTEM, replacesSystem ? "" : nil),
      (GIT_CONFIG_LEVEL_XDG, replacesGlobal ? "" : configurationHome.map { "\($0)/git" } ?? ""),
      (GIT_CONFIG_LEVEL_GLOBAL, replacesGlobal ? "" : self["HOME"] ?? ""),
    ]
  }

  /// Configuration files that `GIT_CONFIG_SYSTEM` and `GIT_CONFIG_GLOBAL` name, by level.
  var configurationFiles: [(git_config_level_t, String)] {
    let system = isTrue("GIT_CONFIG_NOSYSTEM") ? nil : self["GIT_CONFIG_SYSTEM"]
    let files = [(GIT_CONFIG_LEVEL_SYSTEM, system), (GIT_CONFIG_LEVEL_GLOBAL, self["GIT_CONFIG_GLOBAL"])]
    return files.compactMap { level, file in file.map { (level, $0) } }
  }
}
