import ArgumentParser
import FileSystem
import Interchange
import MixtapeStore
import SystemPackage

/// A file to import, with the origin of its playlists.
struct ImportFile {
  let path: String
  let bytes: [UInt8]
  let origin: PlaylistImporter.Origin
  /// Whether the file was found in a directory rather than named by the user.
  let isFound: Bool

  /// The name of the file; `nil` for standard input.
  var name: String? { FilePath(path).lastComponent.flatMap { path == "-" ? nil : $0.string } }
}

/// A collector of the files to import: named files, and playlist files in named directories.
struct ImportFileCollector {
  private let context: CommandContext
  private(set) var files: [ImportFile] = []
  private(set) var skipped: [(path: String, reason: String)] = []

  /// The maximum number of files, and the maximum depth of directories.
  static let maximumFiles = 10_000
  static let maximumDepth = 32

  init(in context: CommandContext) { self.context = context }

  /// Adds a file, the playlist files in a directory, or standard input for `-`.
  mutating func add(_ argument: String) throws {
    if argument == "-" {
      let bytes = try context.readStandardInput()
      guard !bytes.isEmpty else { throw Problem(.invalid, code: "invalid-list", "standard input is empty") }
      let origin = PlaylistImporter.Origin(name: nil, directory: context.directory.string)
      files.append(ImportFile(path: "-", bytes: bytes, origin: origin, isFound: false))
      return
    }
    let path = try context.absolute(argument)
    switch try ErrorPresenter.naming(argument, { () throws(Errno) in try FileKind(at: SystemCalls.resolved(path)) }) {
    case .directory: try addDirectory(path, shownAs: argument, folders: [])
    default: try addFile(path, shownAs: argument, folders: [], isFound: false)
    }
  }

  private mutating func addFile(_ path: FilePath, shownAs shown: String, folders: [String], isFound: Bool) throws {
    do throws(FileAccess.Failure) {
      let place = isFound ? path : try Self.resolved(path)
      let bytes = try FileAccess.read(place, atMost: CommandContext.maximumFileSize)
      let origin = PlaylistImporter.Origin(
        name: path.stem, directory: path.removingLastComponent().string, folders: folders)
      files.append(ImportFile(path: shown, bytes: bytes, origin: origin, isFound: isFound))
    } catch {
      let (reason, status) = Self.wording(of: error)
      guard isFound else {
        throw Problem(status, code: "input-output", "\(ErrorPresenter.quoted(shown)): \(reason)")
      }
      skipped.append((shown, reason))
    }
  }

  /// Adds the files in a directory that have an extension of playlists, in order. Does not follow symbolic links.
  private mutating func addDirectory(_ path: FilePath, shownAs shown: String, folders: [String]) throws {
    guard folders.count < Self.maximumDepth else {
      skipped.append((shown, "it is more than \(Self.maximumDepth) directories deep"))
      return
    }
    let names: [String]
    do throws(Errno) {
      names = try Directory(at: path).names().compactMap { name, _ in
        String(validating: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    } catch {
      guard folders.isEmpty else { return skipped.append((shown, error.reason)) }
      return try ErrorPresenter.naming(shown) { () throws(Errno) -> Void in throw error }
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let (child, shown) = (path.appending(name), FilePath(shown).appending(name).string)
      switch try ErrorPresenter.naming(shown, { () throws(Errno) in try FileKind(at: child) }) {
      case .directory: try addDirectory(child, shownAs: shown, folders: folders + [name])
      case .regular where Self.isList(name):
        guard files.count < Self.maximumFiles else {
          throw Problem(
            .invalid, code: "too-many-files", "there are more than \(Self.maximumFiles) lists; nothing was imported")
        }
        try addFile(child, shownAs: shown, folders: folders, isFound: true)
      case .symbolicLink where Self.isList(name): skipped.append((shown, "symbolic links are not followed"))
      default:
        if let kind = Self.unsupportedKind(of: name) {
          skipped.append((shown, "it is \(kind), which Mixtape does not read"))
        }
      }
    }
  }

  /// Returns what a list of a format that Mixtape does not read is; `nil` for other files.
  static func unsupportedKind(of name: String) -> String? {
    InterchangeFormats.fileExtension(of: name).flatMap(InterchangeFormats.unsupported)
  }

  /// Returns whether a file in a directory has an extension of playlists.
  private static func isList(_ name: String) -> Bool {
    InterchangeFormats.fileExtension(of: name).flatMap { InterchangeFormats.withExtension($0) } != nil
      || SubscriptionFormat.hasExtension(name)
  }

  private static func resolved(_ path: FilePath) throws(FileAccess.Failure) -> FilePath {
    do throws(Errno) {
      return try SystemCalls.resolved(path)
    } catch {
      throw error == .noSuchFileOrDirectory ? .absent : .system(error)
    }
  }

  static func wording(of failure: FileAccess.Failure) -> (String, ExitStatus) {
    switch failure {
    case .absent: ("no such file", .notFound)
    case .tooLarge: (ErrorPresenter.tooLarge(limit: CommandContext.maximumFileSize), .invalid)
    case .notAFile: ("it is not a regular file; `-` reads standard input", .invalid)
    case .system(let error): (error.reason, .inputOutput)
    }
  }
}

/// The name of an interchange format.
struct FormatArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind {
    .list(InterchangeFormats.all.map(\.name) + [SubscriptionFormat.name])
  }

  /// The names of the formats that Mixtape reads, for help texts.
  static var names: String { names(of: InterchangeFormats.all.filter(\.capabilities.canRead)) }

  private static func names(of formats: [any InterchangeFormat]) -> String {
    (formats.map(\.name) + [SubscriptionFormat.name]).joined(separator: ", ")
  }

  /// Whether the format is that of lists of podcasts, and not one of playlists.
  var isOfSubscriptions: Bool { text.lowercased() == SubscriptionFormat.name }

  /// Returns the failure for the extension of a file that no written format has.
  static func unknownExtension(_ name: String) -> Problem {
    let usable = InterchangeFormats.all.filter(\.capabilities.canWrite)
    return Problem(
      .usage, code: "unknown-format", "Mixtape writes no format with the extension \(ErrorPresenter.quoted(name))",
      hints: "--to names the format: \(names(of: usable))")
  }

  /// Returns the format of playlists, if Mixtape reads it, or writes it.
  func format(toWrite: Bool = false) throws -> any InterchangeFormat {
    let usable = InterchangeFormats.all.filter { toWrite ? $0.capabilities.canWrite : $0.capabilities.canRead }
    if let format = usable.first(where: { $0.name == text.lowercased() }) { return format }
    let isUnknown = InterchangeFormats.named(text) == nil
    let one = toWrite ? "Mixtape reads \(text) and does not write it" : "Mixtape writes \(text) and does not read it"
    throw Problem(
      .usage, code: "unknown-format", isUnknown ? "there is no format \(ErrorPresenter.quoted(text))" : one,
      hints: "the formats are \(Self.names(of: usable))")
  }
}

/// The files of an import. An import is one commit, of playlists or of podcasts.
struct ListsToImport {
  let files: [ImportFile]
  /// Whether the files are lists of podcasts, and not playlists.
  let areOfPodcasts: Bool
  /// The number of files that were skipped.
  let skippedCount: Int
  /// Whether the import fails if anything would be lost or skipped.
  let isStrict: Bool

  /// Throws an error if a strict import would lose parts, or if not all files were read.
  func requireNoLoss(_ losses: Int, reading count: Int) throws {
    if isStrict { try Session.requireNoLoss(losses, skipping: skippedCount + files.count - count, "imported") }
  }
}

extension Session {
  /// Reads the files of an import, in a format or in recognized ones, and reports those that it skips. A directory stands for its
  /// files, and `-` for standard input. Throws if a named file cannot be read, or if playlists and lists of podcasts were named.
  func readLists(_ arguments: [String], as format: FormatArgument?, isStrict: Bool) throws -> ListsToImport {
    var collector = ImportFileCollector(in: context)
    for argument in arguments { try collector.add(argument) }
    for (path, reason) in collector.skipped {
      reporter.warn(code: "skipped-list", "\(ErrorPresenter.quoted(path)): \(reason); skipped")
    }
    let isOfPodcasts = { (file: ImportFile) in
      format?.isOfSubscriptions ?? SubscriptionFormat.recognizes(file.bytes, name: file.name)
    }
    let podcasts = collector.files.filter(isOfPodcasts)
    guard !podcasts.isEmpty, podcasts.count < collector.files.count else {
      return ListsToImport(
        files: collector.files, areOfPodcasts: !podcasts.isEmpty, skippedCount: collector.skipped.count,
        isStrict: isStrict)
    }
    try skip(podcasts)
    return ListsToImport(
      files: collector.files.filter { !isOfPodcasts($0) }, areOfPodcasts: false,
      skippedCount: collector.skipped.count + podcasts.count, isStrict: isStrict)
  }

  /// Skips lists of podcasts beside playlists, unless one of them was named.
  private func skip(_ podcasts: [ImportFile]) throws(Problem) {
    if let named = podcasts.first(where: { !$0.isFound }) {
      throw Problem(
        .usage, code: "mixed-import",
        "\(ErrorPresenter.quoted(named.path)) is a list of podcasts, and other files are playlists",
        hints: "import it with a separate command")
    }
    for file in podcasts {
      reporter.warn(
        code: "skipped-list",
        "\(ErrorPresenter.quoted(file.path)): skipped a list of podcasts, because other files are playlists",
        hints: ["import it with a separate command"])
    }
  }
}
