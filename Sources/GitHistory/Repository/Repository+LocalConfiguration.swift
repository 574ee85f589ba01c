internal import CLibgit2

extension Repository {
  /// Returns the value of a setting in git's configuration, of all levels; `nil` if it is not set.
  public func setting(_ name: String) throws(GitError) -> String? { try configuration.string(name) }

  /// Sets values in the configuration of the repository itself, `.git/config`.
  public func setLocally(_ settings: [(name: String, value: String)]) throws(GitError) {
    let pointer = handle.pointer
    let all = try Handle<ConfigurationKind>(.readConfiguration) { git_repository_config(&$0, pointer) }
    let combined = all.pointer
    let local = try Handle<ConfigurationKind>(.readConfiguration) {
      git_config_open_level(&$0, combined, GIT_CONFIG_LEVEL_LOCAL)
    }
    for (name, value) in settings {
      try Libgit2.call(.writeConfiguration) { git_config_set_string(local.pointer, name, value) }
    }
  }

  /// Returns whether the repository has a remote.
  public func hasRemote() throws(GitError) -> Bool {
    var names = git_strarray()
    defer { git_strarray_dispose(&names) }
    try Libgit2.call(.readConfiguration) { git_remote_list(&names, handle.pointer) }
    return names.count > 0
  }
}
