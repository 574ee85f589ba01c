import ArgumentParser
import Dispatch
import LanguageServer
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

struct ServeEditor: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: titles, errors and completion in the files of stores.",
    discussion: """
      Speaks the Language Server Protocol on standard input and output, until the editor ends. Editors start it by \
      themselves, and `mixtape editor NAME` prints their configuration. The store of a file is the nearest parent \
      directory with a mixtape.toml. The server writes no file by itself.

      Example:
        mixtape lsp
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let service = EditorService(session)
    return try service.run()
  }
}

/// The input and the output of a language server, and the stores that it opens.
private final class EditorService {
  private enum Message: Sendable {
    case input(LanguageServer.Input)
    case ended
  }

  private let session: Session
  private let messages = Mailbox<Message>()
  private var watches: [StoreChangeWatch] = []
  private var hasEnded = false

  init(_ session: Session) { self.session = session }

  /// Serves the editor until it ends, or closes a stream.
  func run() throws -> ExitStatus {
    readInput()
    let server = LanguageServer(
      LanguageServer.Surroundings(
        storeDirectory: { [session] in StoreLocation.enclosingStore(of: $0, in: session.context) },
        openStore: { self.open($0, $1) },
        message: { ErrorPresenter.problem(for: $0).message },
        explanation: { ExplanationReport($0, of: $1, in: $2).lines.map { $0.rendered(colored: false) } },
        pendingInput: { self.next(waiting: .zero) }, send: { self.send($0) }))
    while server.exitStatus == nil, let input = next() { server.handle(input) }
    return server.exitStatus == 1 ? .inputOutput : .done
  }

  /// Reads the client's bytes on another thread. It waits while the server is behind, so that they need little memory.
  private func readInput() {
    let messages = messages
    DispatchQueue(label: "mixtape.input").async {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      do {
        while case let count = try buffer.withUnsafeMutableBytes({ try FileDescriptor.standardInput.read(into: $0) }),
          count > 0
        { messages.putBlocking(.input(.bytes(Array(buffer[..<count])))) }
      } catch {
        // A stream that cannot be read has ended.
      }
      messages.put(.ended)
    }
  }

  private func next(waiting timeout: Duration? = nil) -> LanguageServer.Input? {
    guard !hasEnded, let message = messages.next(waiting: timeout) else { return nil }
    if case .input(let input) = message { return input }
    hasEnded = true
    return nil
  }

  private func send(_ bytes: [UInt8]) {
    guard !hasEnded else { return }
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch {
      // The client has closed its end.
      hasEnded = true
    }
  }

  /// Opens a store, and follows its files. The diagnostics of the files take the place of notices.
  private func open(_ directory: FilePath, _ editedText: @escaping @Sendable (String) -> [UInt8]?) -> Store? {
    do throws(MixtapeError) {
      let context = session.storeContext(reporting: { _ in false }, editedText: editedText)
      let store = try Store(at: directory, context: context)
      watch(store)
      return store
    } catch {
      session.reporter.report(ErrorPresenter.problem(for: error))
      return nil
    }
  }

  private func watch(_ store: Store) {
    do throws(MixtapeError) {
      let (watch, messages, directory) = (try store.watchForChanges(), messages, store.directory)
      let signals = watch.signals()
      Task { for await case .changed in signals { messages.put(.input(.filesChanged(directory))) } }
      watches.append(watch)
    } catch {
      session.reporter.report(ErrorPresenter.problem(for: error))
    }
  }
}

struct PrintEditorSetup: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor",
    abstract: "Print the configuration of an editor for `mixtape lsp`.",
    discussion: """
      The first line of the output names the file to add it to. Without an editor, the command lists the editors. \
      docs/editors.md says more about each.

      Examples:
        mixtape editor
        mixtape editor helix
      """)

  enum Editor: String, CaseIterable, ExpressibleByArgument {
    case neovim, helix, emacs, vscode

    /// The file of the folder `Resources/Editors`.
    var setup: [UInt8] {
      switch self {
      case .neovim: PackageResources.neovim_lua
      case .helix: PackageResources.helix_toml
      case .emacs: PackageResources.emacs_el
      case .vscode: PackageResources.vscode_jsonc
      }
    }
  }

  @Argument(help: ArgumentHelp("The editor.", valueName: "editor"))
  var editor: Editor?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    if let editor {
      let setup = String(decoding: editor.setup, as: UTF8.self)
      session.print(json: ["editor": .string(editor.rawValue), "configuration": .string(setup)]) {
        session.print(lines: setup)
      }
    } else {
      let names = Editor.allCases.map(\.rawValue)
      session.print(json: .strings(names)) { session.print(lines: names.joined(separator: "\n")) }
    }
    return .done
  }
}
