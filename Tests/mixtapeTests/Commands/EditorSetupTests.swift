import Foundation
import LosslessTOML
import Testing

@testable import mixtape

@Suite struct EditorSetupTests {
  private typealias Editor = PrintEditorSetup.Editor

  @Test func `the command lists the editors, and refuses another one`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape editor
      neovim
      helix
      emacs
      vscode
      $ mixtape editor --json
      [
        "neovim",
        "helix",
        "emacs",
        "vscode"
      ]
      $ mixtape editor vim
      ! error: invalid value "vim" for <editor>; the values are neovim, helix, emacs and vscode
      ! Help:  <editor>  The editor.
      ! Usage: mixtape editor [<editor>] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape editor --help' for more information.
      [64]
      """#)
  }

  @Test func `the output is a file that can be appended to the configuration`() throws {
    let folder = Snapshot.repository.appending(path: "Sources/mixtape/Resources/Editors")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count == Editor.allCases.count)
    let fixture = try CommandFixture()
    for editor in Editor.allCases {
      let outcome = fixture.mixtape(["editor", editor.rawValue])
      #expect(outcome.status == .done && outcome.errors.isEmpty)
      let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
      #expect(texts.contains(outcome.output), "\(editor)")
      let json = try JSONSerialization.jsonObject(
        with: Data(fixture.mixtape(["editor", editor.rawValue, "--json"]).output.utf8))
      #expect(json as? [String: String] == ["editor": editor.rawValue, "configuration": outcome.output])
      #expect(["-- ", "# ", ";; ", "// "].contains { outcome.output.hasPrefix($0) }, "\(editor)")
    }
  }

  @Test func `the lines for Helix are TOML`() {
    let document = TOMLDocument(parsing: Editor.helix.setup)
    #expect(document.diagnostics == [])
    #expect(document.root["language-server"]?.table?["mixtape"]?.table?["args"]?.array?.first?.string == "lsp")
  }
}
