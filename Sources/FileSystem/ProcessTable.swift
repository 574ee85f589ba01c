package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The processes of this machine, as Linux shows them in a directory. `proc(5)`.
package struct ProcessTable {
  private let directory: FilePath

  /// Reads the table in a directory.
  package init(at directory: FilePath = "/proc") { self.directory = directory }

  /// One process.
  package struct Process {
    /// Its number.
    package let id: Int32
    /// The name of its program, of which the system keeps 15 bytes.
    package let name: String
    /// Its working directory; `nil` where this user may not know.
    package let workingDirectory: FilePath?
    /// The files that it has open; `nil` where this user may not know.
    package let openFiles: Set<FileIdentity>?
  }

  /// All processes but this one.
  ///
  /// - Throws: where there is no such table.
  package func others() throws(Errno) -> [Process] {
    let names = try Directory(at: directory).names()
    return names.compactMap { Self.number($0.name) }.filter { $0 != SystemCalls.processID }.sorted().compactMap(process)
  }

  /// Whether all processes of the machine are in the table, and not those of a container alone.
  package var isWhole: Bool {
    // The number of the first namespace is a part of the kernel's interface: PROC_PID_INIT_INO.
    SystemCalls.linkTarget(of: directory.appending("self/ns/pid")) == "pid:[4026531836]"
  }

  /// The kind of the file system that a directory is on, such as `ext4`; `nil` where it is not told.
  package func fileSystem(of path: FilePath) -> String? {
    let mounts = text("self/mountinfo").split(separator: "\n").map { $0.split(separator: " ") }
    let holding = mounts.filter { $0.count > 4 && path.starts(with: FilePath(Self.unescaped($0[4]))) }
    // Of mounts at one place, the last one covers the others.
    let nearest = holding.enumerated().max { ($0.element[4].count, $0.offset) < ($1.element[4].count, $1.offset) }
    guard let fields = nearest?.element, let mark = fields.firstIndex(of: "-"), mark + 1 < fields.count else {
      return nil
    }
    return String(fields[mark + 1])
  }

  private func process(_ id: Int32) -> Process? {
    let name = text("\(id)/comm")
    // What has ended by now holds nothing.
    guard !name.isEmpty else { return nil }
    let place = directory.appending(String(id))
    return Process(
      id: id, name: String(name.prefix { $0 != "\n" }),
      workingDirectory: SystemCalls.linkTarget(of: place.appending("cwd")).map { FilePath($0) },
      openFiles: openFiles(in: place.appending("fd")))
  }

  private func openFiles(in descriptors: FilePath) -> Set<FileIdentity>? {
    do throws(Errno) {
      var files: Set<FileIdentity> = []
      for (name, _) in try Directory(at: descriptors).names() where Self.number(name) != nil {
        files.formUnion(Self.identity(of: descriptors, name))
      }
      return files
    } catch {
      return nil
    }
  }

  /// The file of a descriptor; none where it was closed by now.
  private static func identity(of descriptors: FilePath, _ name: [CChar]) -> [FileIdentity] {
    do throws(Errno) {
      return [
        try FileIdentity(of: descriptors.appending(String(displaying: name.dropLast().map(UInt8.init(bitPattern:)))))
      ]
    } catch {
      return []
    }
  }

  /// The text of a file of the table; empty where it cannot be read.
  private func text(_ path: String) -> String {
    do throws(FileAccess.Failure) {
      return String(decoding: try FileAccess.read(directory.appending(path)), as: UTF8.self)
    } catch {
      return ""
    }
  }

  private static func number(_ name: [CChar]) -> Int32? {
    String(validating: name.dropLast(), as: UTF8.self).flatMap { Int32($0) }
  }

  /// A path of `mountinfo`, which writes blanks and the like as three octal digits.
  private static func unescaped(_ path: Substring) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")].reduce(String(path)) { path, escape in
      path.split(separator: escape.0, omittingEmptySubsequences: false).joined(separator: escape.1)
    }
  }
}
