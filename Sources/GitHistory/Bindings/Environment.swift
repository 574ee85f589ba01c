internal import CLibgit2

/// The environment variables that git reads.
struct Environment: Sendable {
  let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  /// The value of a variable, or `nil` if it is unset or empty.
  subscript(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns whether git reads the value of a variable as true.
  func isTrue(_ name: String) -> Bool {
    self[name].map(Self.isTrue) ?? false
  }

  /// Returns whether git reads a value as true.
  static func isTrue(_ value: String) -> Bool { !["0", "false", "no", "off"].contains(value.lowercased()) }

  /// The directories of configuration files, by level. `nil` stands for libgit2's default, an empty path for no
  /// directory.
  ///
  /// Files that variables name directly are in ``configurationFiles``.
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
