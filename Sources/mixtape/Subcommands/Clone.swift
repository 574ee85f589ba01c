import ArgumentParser
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

struct Clone: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Copy a store from a remote, ready for `mixtape sync`.",
    discussion: """
      The address has any form that `git clone` accepts. The directory must be missing or empty. Its default name is \
      the last part of the address. Git merges the files of the new store by meaning.

      Examples:
        mixtape clone git@example.org:ann/playlists.git
        mixtape clone /media/usb/playlists.git ~/playlists
      """)

  @Argument(help: ArgumentHelp("The address of the repository.", valueName: "url"))
  var address: String

  @Argument(help: ArgumentHelp("The directory of the new store.", valueName: "dir"), completion: .directory)
  var directory: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if address.isEmpty { throw ValidationError("the address is empty") }
    if directory == "" { throw ValidationError("the name of the directory is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    guard let name = directory ?? Self.name(in: address) else {
      throw CommandFailure(
        .usage, code: "usage", "no directory name can be made from the address \(ErrorPresenter.quoted(address))",
        hints: "`mixtape clone URL DIR` names the directory")
    }
    let place = try session.context.absolute(name)
    let origin = try Self.location(of: address, in: session)
    let store = try session.transferring { (git) throws(MixtapeError) in
      try Store.clone(origin, to: place, context: session.storeContext(), by: git)
    }
    session.noteChange()
    let status = try store.status()
    session.print(
      json: [
        "store": .string(store.directory.string), "playlists": .integer(Int64(status.playlists)),
        "podcasts": .integer(Int64(status.podcasts)),
      ]
    ) {
      let files = "\(counted(status.playlists, "playlist")) and \(counted(status.podcasts, "podcast"))"
      session.print("Cloned a store to \(store.directory) with \(files).")
      session.hint("`mixtape sync` exchanges changes with \(status.remote?.branch.name ?? "the remote")")
    }
    return .done
  }

  /// Returns an address as git needs it in another directory: a path is absolute then. As in git, a path has no colon before the
  /// first slash.
  static func location(of address: String, in session: Session) throws -> String {
    let isPath = !address.prefix { $0 != "/" }.contains(":")
    return isPath ? try session.context.absolute(address).string : address
  }

  /// Returns the last part of an address without `.git`; `nil` if the address has no such part.
  static func name(in address: String) -> String? {
    let parts = address.split { $0 == "/" || $0 == ":" }
    guard var name = parts.last.map(String.init) else { return nil }
    if name == ".git", parts.count > 1 { name = String(parts[parts.count - 2]) }
    if name.hasSuffix(".git") { name.removeLast(4) }
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }
}
