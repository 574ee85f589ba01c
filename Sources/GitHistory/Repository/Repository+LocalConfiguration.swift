extension Repository {
  /// Returns the value of a setting in git's configuration, of all levels; `nil` if it is not set.
  public func setting(_ name: String) throws(GitError) -> String? { try configuration.string(name) }

  /// Sets values in the configuration of the repository itself, `.git/config`.
  ///
  /// ``setting(_:)`` returns the old values until the repository is opened again.
  public func setLocally(_ settings: [(name: String, value: String)]) throws(GitError) {
    for (name, value) in settings { try Configuration.set(name, to: value, in: handle) }
  }

  /// Returns whether the repository has a remote.
  public func hasRemote() throws(GitError) -> Bool {
    try configuration.hasValue(matching: #"^remote\..*\.url$"#)
  }
}
