internal import FileSystem
internal import MixtapeModel
package import SystemPackage

/// The music files below a directory.
///
/// Symbolic links are followed if they lead out of the directory. Each directory is visited once, so circles of links end. Hidden
/// files and directories are counted and not read. A name that begins with two dots or more is a title, such as `...And Justice`
/// (navidrome issue 4499, jellyfin issue 15891).
package struct MusicDirectory: Sendable {
  /// The directory, without symbolic links.
  package let root: FilePath
  /// The files, in order of path.
  package private(set) var files: [MusicFile] = []
  /// The symbolic links to music files and directories outside of the root, with their targets, in the order of the walk.
  package private(set) var outsideLinks: [(path: FilePath, target: FilePath)] = []
  /// The files and directories that cannot be used, in the order of the walk.
  package private(set) var skipped: [SkippedPath] = []
  /// The number of files and directories that are not read, by kind.
  package private(set) var unread: [UnreadKind: Int] = [:]
  /// Whether the directory has more than ``mostFiles`` files, so that some are missing here.
  package private(set) var isIncomplete = false

  /// The greatest number of files.
  package static let mostFiles = 1_000_000
  /// The greatest number of directories inside each other.
  package static let deepestLevel = 64

  private var visited: Set<FileIdentity> = []
  /// The directories to visit: those of links last, so that a directory is found under its own path.
  private var pending: [Visit] = []
  private var linked: [Visit] = []

  private struct Visit {
    let path: FilePath
    let level: Int
  }

  /// Walks through a directory.
  ///
  /// - Parameter onDirectory: Is called before each directory, with the number of files so far.
  /// - Throws: The system's error if the directory itself cannot be read.
  package init(at path: FilePath, onDirectory: (Int) -> Void = { _ in }) throws(Errno) {
    root = try SystemCalls.resolved(path)
    visited.insert(try FileIdentity(of: root))
    try visit(Visit(path: root, level: 0))
    while let next = pending.popLast() ?? linked.popLast() {
      onDirectory(files.count)
      guard files.count < Self.mostFiles else {
        isIncomplete = true
        break
      }
      do throws(Errno) {
        guard visited.insert(try FileIdentity(of: next.path)).inserted else { continue }
        try visit(next)
      } catch {
        skip(next.path, .unreadable(error.description))
      }
    }
    files = files.map { ($0, $0.path.string) }.sorted { $0.1.utf8.lexicographicallyPrecedes($1.1.utf8) }.map(\.0)
  }

  /// Makes a directory of files that are known, for tests.
  init(root: FilePath, files: [MusicFile]) {
    self.root = root
    self.files = files
  }

  private mutating func visit(_ visit: Visit) throws(Errno) {
    let directory = try Directory(at: visit.path)
    for (name, kind) in try directory.names() {
      let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
      if bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) { continue }
      let isMusic = MusicFormat.isName(bytes)
      if bytes.starts(with: ".".utf8), !bytes.starts(with: "..".utf8) {
        // Macs write a file such as `._a.mp3` beside each file on other disks.
        if isMusic, !bytes.starts(with: "._".utf8) { unread[.hiddenFile, default: 0] += 1 }
        if kind == .directory { unread[.hiddenDirectory, default: 0] += 1 }
        continue
      }
      // Other files need no status.
      if kind == .regular, !isMusic {
        if let other = MusicFormat.unsupported(name: bytes) { unread[.format(other), default: 0] += 1 }
        continue
      }
      let item: Directory.Item?
      do throws(Errno) {
        item = try directory.status(of: name)
      } catch {
        skip(bytes, in: visit.path, .unreadable(error.description))
        continue
      }
      guard let item else { continue }
      guard let text = Self.usableName(bytes) else {
        if isMusic || item.kind == .directory { skip(bytes, in: visit.path, .name) }
        continue
      }
      let path = visit.path.appending(text)
      switch item.kind {
      case .directory: descend(Visit(path: path, level: visit.level + 1))
      case .regular: if isMusic { files.append(MusicFile(path: path, version: FileStamp(item.status))) }
      case .symbolicLink: follow(path, isMusic: isMusic, level: visit.level + 1)
      case .other: break
      }
    }
  }

  /// Returns a name that can be a part of an address; `nil` if it is not UTF-8, or has control characters.
  private static func usableName(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: \.breaksLine)
    else { return nil }
    return text
  }

  private mutating func descend(_ visit: Visit, isLinked: Bool = false) {
    guard visit.level <= Self.deepestLevel else { return skip(visit.path, .tooDeep) }
    if isLinked { linked.append(visit) } else { pending.append(visit) }
  }

  /// Follows a symbolic link. The walk finds targets within the root under their own paths.
  private mutating func follow(_ path: FilePath, isMusic: Bool, level: Int) {
    do throws(Errno) {
      let target = try SystemCalls.resolved(path)
      guard !target.starts(with: root) else { return }
      switch try FileKind(following: target) {
      case .directory:
        outsideLinks.append((path, target))
        descend(Visit(path: path, level: level), isLinked: true)
      case .regular:
        guard isMusic, let status = try FileStatus(of: target) else { return }
        outsideLinks.append((path, target))
        files.append(MusicFile(path: path, version: FileStamp(status)))
      case .symbolicLink, .other: break
      }
    } catch {
      if isMusic || error == .tooManySymbolicLinkLevels { skip(path, .brokenLink) }
    }
  }

  private mutating func skip(_ path: FilePath, _ reason: SkippedPath.Reason) {
    skipped.append(SkippedPath(path: path.string, reason: reason))
  }

  private mutating func skip(_ name: [UInt8], in directory: FilePath, _ reason: SkippedPath.Reason) {
    skipped.append(SkippedPath(path: "\(directory.string)/\(String(displaying: name))", reason: reason))
  }
}

extension MusicDirectory {
  /// Returns whether a file exists. One that the system does not let be looked at counts as present.
  package static func isPresent(_ path: FilePath) -> Bool {
    do throws(Errno) {
      _ = try FileKind(following: path)
      return true
    } catch {
      return error != .noSuchFileOrDirectory && error != .notDirectory
    }
  }
}

/// A music file that was found in a directory.
package struct MusicFile: Hashable, Sendable {
  /// The absolute path. Its text is UTF-8 without control characters.
  package let path: FilePath
  /// The version of the file.
  package let version: FileStamp
}

/// The size and the time of a file, by which a change of its content shows.
package struct FileStamp: Hashable, Sendable {
  /// The lowest 32 bits of the size in bytes.
  package let size: UInt32
  /// The time of the last change of the content, in whole seconds since 1970.
  package let seconds: Int32
  /// The nanoseconds of that second.
  package let nanoseconds: UInt32

  /// Makes a version.
  package init(size: UInt32, seconds: Int32, nanoseconds: UInt32) {
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init(_ status: FileStatus) {
    self.init(size: status.size, seconds: status.modified.seconds, nanoseconds: status.modified.nanoseconds)
  }
}

/// A file or a directory that a scan skips.
package struct SkippedPath: Hashable, Sendable {
  /// The path as printable text.
  package let path: String
  /// The reason.
  package let reason: Reason

  /// The reasons.
  package enum Reason: Hashable, Sendable {
    /// The name is not UTF-8, or has control characters, so that it cannot be a part of an address.
    case name
    /// The system refuses access. The text is its reason.
    case unreadable(String)
    /// The directory is below more than ``MusicDirectory/deepestLevel`` others.
    case tooDeep
    /// The symbolic link leads nowhere, or in a circle.
    case brokenLink
    /// The file was not read.
    case tags(TagFailure)
  }
}

/// A kind of files and directories that a scan does not read, and counts.
package enum UnreadKind: Hashable, Sendable {
  /// Sound files of a format that is not supported, by their extension.
  case format(String)
  /// Music files whose names begin with one dot.
  case hiddenFile
  /// Directories whose names begin with one dot.
  case hiddenDirectory
}

/// The formats of music files that are read, by the extensions of their names.
package enum MusicFormat {
  /// The extensions, in lower case.
  package static let extensions: Set<String> = [
    "mp3", "m4a", "m4b", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff", "aifc", "ape", "wv",
  ]

  /// The extensions of sound files, in lower case, also of those whose tags are not read.
  package static let allExtensions = extensions.union(unsupported)

  /// Returns whether a file name has one of the extensions, in any case.
  static func isName(_ name: [UInt8]) -> Bool { fileExtension(of: name).map(extensions.contains) ?? false }

  /// Returns the extension of a sound file that is not read, in lower case; `nil` for other files.
  static func unsupported(name: [UInt8]) -> String? {
    fileExtension(of: name).flatMap { unsupported.contains($0) ? $0 : nil }
  }

  /// The extensions of sound files whose tags are not read.
  private static let unsupported: Set<String> = [
    "wma", "dsf", "dff", "mpc", "mp+", "mpp", "mp2", "tta", "tak", "aac", "ac3", "dts", "mka", "weba", "amr", "spx",
    "shn",
    "ofr", "au", "ra", "rm", "aa", "aax", "m4p", "mid", "midi", "mod", "xm", "s3m", "it",
  ]

  private static func fileExtension(of name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
