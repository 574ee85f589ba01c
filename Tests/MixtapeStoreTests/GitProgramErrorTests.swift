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
}
