import Testing

@testable import MixtapeStore

@Suite("Failures of git by its messages")
struct GitProgramErrorTests {
  private func kind(_ line: String) -> GitProgramError {
    GitProgramError(of: GitOutput(bytes: Array("\(line)\n".utf8), status: 1), .sending)
  }

  @Test func `a remote in which this user may not create files, and a full one`() {
    let unwritable = "error: remote unpack failed: unable to create temporary object directory"
    guard case .denied = kind(unwritable) else {
      Issue.record("\(kind(unwritable))")
      return
    }
    for line in ["\(unwritable)\nfatal: No space left on device", "error: remote unpack failed: index-pack failed"] {
      guard case .notStored = kind(line) else {
        Issue.record("\(kind(line))")
        return
      }
    }
  }

  /// The line of `ssh`, or of the shell that starts a program, before the lines of git.
  @Test(
    arguments: [
      ("ann@example.org: Permission denied (publickey).", GitProgramError.denied),
      ("Host key verification failed.", GitProgramError.denied),
      ("Connection closed by 192.0.2.1 port 22", GitProgramError.unreachable),
      ("bash: line 1: git-upload-pack: command not found", GitProgramError.failed),
      ("ssh -i key: 1: ssh: not found", GitProgramError.failed),
      ("fatal: cannot run ssh: No such file or directory", GitProgramError.failed),
    ] as [(String, @Sendable ([String]) -> GitProgramError)])
  func `a connection that ssh does not make`(line: String, kind: @Sendable ([String]) -> GitProgramError) {
    let general = "fatal: Could not read from remote repository."
    let text =
      "Warning: Permanently added 'example.org' (ED25519) to the list of known hosts.\r\n\(line)\r\n\(general)\n\n"
      + "Please make sure you have the correct access rights\nand the repository exists.\n"
    #expect(GitProgramError(of: GitOutput(bytes: Array(text.utf8), status: 128), .receiving) == kind([line, general]))
  }
}
