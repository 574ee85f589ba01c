package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The processes of this machine, from the directory `/proc` of Linux. `proc(5)`.
package struct ProcessTable {
  private let directory: FilePath

  /// Reads the table in a directory.
  package init(at directory: FilePath = "/proc") { self.directory = directory }

  /// A process, as far as this user may examine it.
  package struct Process {
    /// The process id.
    package let id: Int32
    /// The first 15 bytes of the name of its program.
    package let name: String
    /// The working directory; `nil` if this user may not read it.
    package let workingDirectory: FilePath?
    /// The open files; `nil` if this user may not read them.
    package let openFiles: Set<FileIdentity>?
  }

  /// Returns all processes but this one.
  ///
  /// - Throws: An error if the directory cannot be read.
  package func others() throws(Errno) -> [Process] {
    let names = try Directory(at: directory).names()
    return names.compactMap { Self.number($0.name) }.filter { $0 != SystemCalls.processID }.sorted().compactMap(process)
  }

  /// Whether the table has all processes of the machine, rather than only those of a container.
  package var isWhole: Bool {
    // The number of the initial namespace is part of the kernel's interface: PROC_PID_INIT_INO.
    SystemCalls.linkTarget(of: directory.appending("self/ns/pid")) == "pid:[4026531836]"
  }

  /// Returns the type of the file system of a directory, such as `ext4`; `nil` if unknown.
  package func fileSystem(of path: FilePath) -> String? {
    let mounts = text("self/mountinfo").split(separator: "\n").map { $0.split(separator: " ") }
    let holding = mounts.filter { $0.count > 4 && path.starts(with: FilePath(Self.unescaped($0[4]))) }
    // Of several mounts at one place, the last one covers the others.
    let nearest = holding.enumerated().max { ($0.element[4].count, $0.offset) < ($1.element[4].count, $1.offset) }
    guard let fields = nearest?.element, let mark = fields.firstIndex(of: "-"), mark + 1 < fields.count else {
      return nil
    }
    return String(fields[mark + 1])
  }

  /// Returns a process; `nil` if it has ended.
  private func process(_ id: Int32) -> Process? {
    let place = directory.appending(String(id))
    let workingDirectory = SystemCalls.linkTarget(of: place.appending("cwd")).map { FilePath($0) }
    let files = openFiles(in: place.appending("fd"))
    // Read last: if a process ends meanwhile, its directory and its files cannot be read, but it holds nothing.
    guard let name = runningProgram(id) else { return nil }
    return Process(id: id, name: name, workingDirectory: workingDirectory, openFiles: files)
  }

  /// Returns the name of a process; `nil` if it has ended, also if its parent does not know yet (`Z`, a zombie).
  private func runningProgram(_ id: Int32) -> String? {
    let status = text("\(id)/stat")
    guard let start = status.firstIndex(of: "("), let end = status.lastIndex(of: ")"), start < end else { return nil }
    let state = status[end...].dropFirst(2).first
    guard state != "Z", state != "X" else { return nil }
    return String(status[status.index(after: start)..<end])
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

  /// Returns the file of a descriptor; none if it was closed.
  private static func identity(of descriptors: FilePath, _ name: [CChar]) -> [FileIdentity] {
    do throws(Errno) {
      return [
        try FileIdentity(of: descriptors.appending(String(displaying: name.dropLast().map(UInt8.init(bitPattern:)))))
      ]
    } catch {
      return []
    }
  }

  /// Returns the text of a file of the table; empty if it cannot be read.
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

  /// Returns a path of `mountinfo` with its octal escapes replaced.
  private static func unescaped(_ path: Substring) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")].reduce(String(path)) { path, escape in
      path.split(separator: escape.0, omittingEmptySubsequences: false).joined(separator: escape.1)
    }
  }
}
