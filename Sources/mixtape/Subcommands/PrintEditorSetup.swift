import ArgumentParser
import JSON

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

  /// The editors with a configuration.
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
