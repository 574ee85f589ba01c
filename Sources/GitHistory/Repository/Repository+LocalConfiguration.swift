internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Returns the value of a setting in git's configuration, of all levels; `nil` if it is not set.
  public func setting(_ name: String) throws(GitError) -> String? { try configuration.string(name) }

  /// Sets values in the configuration of the repository itself, `.git/config`. They are added at its end.
  ///
  /// ``setting(_:)`` returns the old values until the repository is opened again.
  ///
  /// libgit2 is not used, because its lock would stay for ever if this program was killed.
  public func setLocally(_ settings: [(name: String, value: String)]) throws(GitError) {
    // The search for abandoned locks begins with the lock of the index.
    let indexLock = try lockIndex()
    defer { indexLock.release() }
    let lock = try waitingForLocks { () throws(GitError) in
      try LockFile(on: localConfiguration, with: lockToken, .writeConfiguration)
    }
    defer { lock.release() }
    try lock.replaceFile(with: ConfigurationText.adding(settings, to: try localConfigurationSource()))
  }

  /// The path of the configuration of the repository itself.
  var localConfiguration: FilePath { commonDirectory.appending("config") }

  private func localConfigurationSource() throws(GitError) -> [UInt8] {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(localConfiguration, atMost: 1 << 24)
    } catch {
      switch error {
      case .absent: return []
      case .system(let error): throw GitError(error, .readConfiguration, path: localConfiguration)
      case .notAFile, .tooLarge:
        let feature = "a configuration that is not a plain file"
        throw GitError(.unsupported, .readConfiguration, message: feature, path: localConfiguration, feature: feature)
      }
    }
  }

  /// Returns whether the repository has a remote.
  public func hasRemote() throws(GitError) -> Bool {
    try configuration.hasValue(matching: #"^remote\..*\.url$"#)
  }
}
