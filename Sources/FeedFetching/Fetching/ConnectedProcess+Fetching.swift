internal import FileSystem
internal import SystemPackage

extension ConnectedProcess {
  /// Starts `mixtape-fetch`.
  init(fetchingBy program: FilePath, environment: [String: String]) throws(FetchProgramError) {
    guard FileAccess.isExecutable(program) else { throw .missing(program) }
    do throws(Errno) {
      try self.init(program, environment: environment)
    } catch {
      throw .notStarted(program, error)
    }
  }
}
