import MixtapeStore
import SystemPackage

extension ErrorPresenter {
  /// Runs a call about a file, and names the file in its error.
  ///
  /// - Parameter path: The path as the user gave it.
  static func naming<Result>(_ path: String, _ work: () throws(Errno) -> Result) throws -> Result {
    do throws(Errno) {
      return try work()
    } catch {
      let status: ExitStatus = error == .noSuchFileOrDirectory ? .notFound : .inputOutput
      throw CommandFailure(status, code: "input-output", "\(quoted(path)): \(error.reason)")
    }
  }

  /// Returns the reason why a file that is too large is not read.
  static func tooLarge(limit: Int) -> String { "it is larger than \(limit >> 20) MiB" }
}
