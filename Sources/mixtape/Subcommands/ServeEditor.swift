import ArgumentParser
import LanguageServer
import MixtapeModel
import MixtapeStore
import SystemPackage

struct ServeEditor: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: titles, errors and completion in the files of stores.",
    discussion: """
      Speaks the Language Server Protocol on standard input and output, until the editor ends. Editors start it by \
      themselves; docs/editors.md has the lines for Neovim, Helix and Emacs. The store of a file is the nearest parent \
      directory with a mixtape.toml. The server never writes a file.

      Example:
        mixtape lsp
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let server = LanguageServer(
      openStore: { Self.store(around: $0, session) }, wording: { ErrorPresenter.problem(for: $0).message })
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while server.exitStatus == nil {
      let count = try buffer.withUnsafeMutableBytes { try FileDescriptor.standardInput.read(into: $0) }
      guard count > 0 else { break }
      try FileDescriptor.standardOutput.writeAll(server.receive(buffer[..<count]))
    }
    return server.exitStatus == 1 ? .inputOutput : .done
  }

  /// Opens the store that contains a directory. The diagnostics of the files take the place of notices.
  private static func store(around directory: FilePath, _ session: Session) -> Store? {
    guard let found = StoreLocation.enclosingStore(of: directory, in: session.context) else { return nil }
    do throws(MixtapeError) {
      return try Store(at: found, context: session.storeContext { _ in false })
    } catch {
      session.reporter.report(ErrorPresenter.problem(for: error))
      return nil
    }
  }
}
