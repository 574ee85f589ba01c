internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The directory of what is nobody's business but Mixtape's: `mixtape/` in the git directory. Never tracked; all of it
/// but the pending operation may be deleted at any time.
struct PrivateState {
  /// The directory.
  let directory: FilePath

  init(of repository: Repository) {
    directory = repository.gitDirectory.appending("mixtape")
  }

  /// Makes the directory, if it is not there.
  func make() throws(MixtapeError) {
    try system(directory) { () throws(Errno) in try DurableFile.makeDirectories(directory) }
  }

  /// The lock around every change.
  var lock: FilePath { directory.appending("lock") }

  /// Notes that the user was told something that is to be said once; `true` the first time.
  ///
  /// Where the note cannot be kept, it is said again next time.
  func isFirstMention(of topic: String) throws(MixtapeError) -> Bool {
    let mark = directory.appending("said-\(topic)")
    return try system(mark) { () throws(Errno) in
      if try FileStatus(of: mark) != nil { return false }
      try DurableFile.write([], to: mark)
      return true
    }
  }
}
