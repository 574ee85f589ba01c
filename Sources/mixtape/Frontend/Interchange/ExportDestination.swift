import Feeds
import FileSystem
import Interchange
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

/// The destination of an export.
enum ExportDestination {
  case standardOutput
  case file(FilePath, shown: String)
  case directory(FilePath, shown: String)

  /// Parses the option `--output`.
  ///
  /// - Throws: A ``CommandFailure`` if standard output or a file would get several playlists.
  init(_ output: String?, count: Int, in context: CommandContext) throws {
    guard let output, output != "-" else {
      if count > 1 {
        throw CommandFailure(
          .usage, code: "usage", "several playlists need a directory", hints: "give one with --output DIR/")
      }
      self = .standardOutput
      return
    }
    let path = try context.absolute(output)
    let kind: FileKind?
    do throws(Errno) {
      kind = try FileKind(at: try SystemCalls.resolved(path))
    } catch .noSuchFileOrDirectory {
      kind = nil
    } catch {
      throw CommandFailure(.inputOutput, code: "input-output", "\(ErrorPresenter.quoted(output)): \(error.reason)")
    }
    let isFile =
      kind.map { $0 != .directory } ?? (path.extension.flatMap { InterchangeFormats.withExtension($0) } != nil)
    if count > 1, isFile, !output.hasSuffix("/") {
      throw CommandFailure(
        .usage, code: "usage", "several playlists need a directory, and \(ErrorPresenter.quoted(output)) names a file",
        hints: "give one with --output DIR/")
    }
    if output.hasSuffix("/") || kind == .directory || count > 1 {
      self = .directory(path, shown: output)
    } else {
      self = .file(path, shown: output)
    }
  }

  /// Whether each playlist gets its own file in a directory.
  var isDirectory: Bool { if case .directory = self { true } else { false } }

  /// Returns the format for the extension of the file; `nil` without an extension.
  ///
  /// - Throws: A ``CommandFailure`` if Mixtape writes no format with that extension.
  func format() throws(CommandFailure) -> (any InterchangeFormat)? {
    // In `Vol. 1`, the last part is not an extension.
    guard case .file(let path, _) = self, let name = path.extension, name.contains(where: \.isLetter),
      !name.contains(where: \.isWhitespace)
    else { return nil }
    if let format = InterchangeFormats.withExtension(name, toWrite: true) { return format }
    throw FormatArgument.unknownExtension(name)
  }
}

/// A playlist, or the list of podcasts, that is ready to be written.
struct ExportedFile {
  /// The playlist; `nil` for the list of podcasts.
  let playlist: Playlist.ID?
  /// The name of the content, for people.
  let name: String
  /// The name of the format.
  let format: String
  let bytes: [UInt8]
  let losses: [Loss]
  /// Whether addresses in it contain user names and passwords.
  let hasCredentials: Bool
  let entryCount: Int
  /// The path in a directory.
  let relativePath: String

  /// Makes the file of a playlist.
  ///
  /// - Parameter inFolders: Whether the folders of playlists become directories, so that they are not lost.
  init(_ playlist: Playlist, _ exported: InterchangePlaylist, as format: any InterchangeFormat, inFolders: Bool) {
    let document = InterchangeDocument(playlists: [exported])
    self.playlist = playlist.id
    name = playlist.id.rawValue
    self.format = format.name
    bytes = format.write(document)
    losses = format.losses(of: document).filter { !inFolders || $0.part != .folder }
    hasCredentials = !format.hidesCredentials && exported.hasCredentials
    entryCount = exported.entries.count
    let fileName = "\(playlist.id.rawValue).\(format.fileExtensions[0])"
    relativePath = (playlist.folder.components + [fileName]).joined(separator: "/")
  }

  /// Makes the file of a list of podcasts.
  init(_ list: SubscriptionExporter) {
    playlist = nil
    name = counted(list.podcasts.count, "podcast")
    format = SubscriptionFormat.name
    bytes = list.document.bytes
    losses = list.losses
    hasCredentials = !list.podcastsWithCredentials.isEmpty
    entryCount = list.podcasts.count
    relativePath = "podcasts.\(SubscriptionFormat.fileExtension)"
  }

  /// The text. All written formats are in UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Session {
  /// Writes exported playlists, and prints their paths.
  func write(_ files: [ExportedFile], to destination: ExportDestination, replacingOthers: Bool) throws {
    var written: [(file: ExportedFile, path: String?)] = []
    switch destination {
    case .standardOutput: written = files.map { ($0, nil) }
    case .file(let path, let shown):
      for file in files {
        try requireReplaceable(path, shown, replacingOthers)
        try write(file, to: path, shown)
        written.append((file, shown))
      }
    case .directory(let directory, let shown):
      let places = files.map {
        ($0, directory.pushing(FilePath($0.relativePath)), "\(FilePath(shown).appending($0.relativePath))")
      }
      for (_, path, shown) in places { try requireReplaceable(path, shown, replacingOthers) }
      for (file, path, shown) in places {
        try write(file, to: path, shown)
        written.append((file, shown))
      }
    }
    present(written)
  }

  private func present(_ written: [(file: ExportedFile, path: String?)]) {
    let json: JSONValue = [
      "operation": "export",
      "files": .array(
        written.map { file, path in
          [
            "playlist": .optional(file.playlist?.rawValue), "format": .string(file.format),
            "entries": .integer(Int64(file.entryCount)), "path": .optional(path),
            "content": path == nil ? .string(file.text) : .null,
          ]
        }),
      "losses": JSONOutput.losses(written.flatMap(\.file.losses)),
    ]
    print(json: json) {
      for (file, path) in written {
        if let path {
          print("Exported \(file.name, .bold) to \(path).")
        } else if context.standardOutput.isTerminal {
          print(lines: file.text)
        } else {
          print(raw: file.text)
        }
      }
    }
  }

  /// Throws an error if a file exists that Mixtape does not keep up to date.
  private func requireReplaceable(_ path: FilePath, _ shown: String, _ replacingOthers: Bool) throws {
    guard !replacingOthers else { return }
    do throws(FileAccess.Failure) {
      let start = try FileAccess.readStart(of: path, count: 1024)
      if ExportMark.isPresent(in: start) { return }
    } catch {
      if case .absent = error { return }
    }
    throw CommandFailure(
      .exists, code: "already-exists", "\(ErrorPresenter.quoted(shown)) already exists; nothing was exported",
      hints: "--force replaces it")
  }

  private func write(_ file: ExportedFile, to path: FilePath, _ shown: String) throws {
    do throws(Errno) {
      try DurableFile.write(file.bytes, to: path)
    } catch {
      throw CommandFailure(.inputOutput, code: "input-output", "\(ErrorPresenter.quoted(shown)): \(error.reason)")
    }
  }
}
