internal import CLibgit2
internal import SystemPackage

/// Git's configuration of a repository, with all levels combined, at the time it was read.
///
/// It is a copy, because libgit2 checks all files for changes each time a value is read.
struct Configuration: ~Copyable {
  private let handle: Handle<ConfigurationKind>

  /// Loads the configuration of `repository`, with the files that `environment` names directly.
  ///
  /// libgit2 keeps the result in the repository. The search paths must be those of `environment` during the call.
  init(of repository: borrowing Handle<RepositoryKind>, environment: Environment) throws(GitError) {
    let pointer = repository.pointer
    let files = try Handle<ConfigurationKind>(.readConfiguration) { git_repository_config(&$0, pointer) }
    try Self.add(environment.configurationFiles, to: files, pointer)
    try Self.addFileOfWorkTree(to: files, pointer)
    handle = try Self.copy(of: files)
  }

  init(environment: Environment) throws(GitError) {
    let files = try Handle<ConfigurationKind>(.readConfiguration) { git_config_open_default(&$0) }
    try Self.add(environment.configurationFiles, to: files, nil)
    handle = try Self.copy(of: files)
  }

  func string(_ name: String) throws(GitError) -> String? {
    try ifFound { () throws(GitError) in
      let bytes = try bytesFromBuffer(.readConfiguration) { git_config_get_string_buf(&$0, handle.pointer, name) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the last value of `name` as a path, with `~` expanded, or `nil` if it is not set.
  func path(_ name: String) throws(GitError) -> FilePath? {
    try ifFound { () throws(GitError) in
      let bytes = try bytesFromBuffer(.readConfiguration) { git_config_get_path(&$0, handle.pointer, name) }
      return FilePath(String(decoding: bytes, as: UTF8.self))
    }
  }

  func bool(_ name: String) throws(GitError) -> Bool? {
    try ifFound { () throws(GitError) in
      var value: CInt = 0
      try Libgit2.call(.readConfiguration) { git_config_get_bool(&value, handle.pointer, name) }
      return value != 0
    }
  }

  /// Returns the names that match a regular expression and have a value, in the order of the files.
  func names(matching pattern: String) throws(GitError) -> [String] {
    try entries { git_config_iterator_glob_new(&$0, handle.pointer, pattern) }.map(\.name)
  }

  func strings(_ name: String) throws(GitError) -> [String] {
    try entries { git_config_multivar_iterator_new(&$0, handle.pointer, name, nil) }.map(\.value)
  }

  private func entries(_ make: (inout OpaquePointer?) -> CInt) throws(GitError) -> [(name: String, value: String)] {
    var iterator: OpaquePointer?
    try Libgit2.call(.readConfiguration) { make(&iterator) }
    defer { git_config_iterator_free(iterator) }
    var entries: [(name: String, value: String)] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let found = entry?.pointee {
      // A name without `=` has no value.
      entries.append((String(cString: found.name), found.value.map { String(cString: $0) } ?? ""))
    }
    return entries
  }

  private static func copy(
    of files: borrowing Handle<ConfigurationKind>
  ) throws(GitError) -> Handle<ConfigurationKind> {
    let pointer = files.pointer
    return try Handle(.readConfiguration) { git_config_snapshot(&$0, pointer) }
  }

  private static func add(
    _ files: [(git_config_level_t, String)], to handle: borrowing Handle<ConfigurationKind>,
    _ repository: OpaquePointer?
  ) throws(GitError) {
    let configuration = handle.pointer
    for (level, file) in files {
      try Libgit2.call(.readConfiguration, path: FilePath(file)) {
        git_config_add_file_ondisk(configuration, file, level, repository, 1)
      }
    }
  }

  /// Adds `config.worktree`, which has the settings of one work tree if `extensions.worktreeConfig` is on. libgit2
  /// does not read that file.
  private static func addFileOfWorkTree(
    to handle: borrowing Handle<ConfigurationKind>, _ repository: OpaquePointer
  ) throws(GitError) {
    var isUsed: CInt = 0
    guard git_config_get_bool(&isUsed, handle.pointer, "extensions.worktreeConfig") == 0, isUsed != 0,
      let directory = git_repository_path(repository)
    else { return }
    try add([(GIT_CONFIG_LEVEL_APP, String(cString: directory) + "config.worktree")], to: handle, repository)
  }
}

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
