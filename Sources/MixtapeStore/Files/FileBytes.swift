internal import PlaylistFiles
internal import SystemPackage

/// Reads files of a store.
enum FileBytes {
  /// Why a file was not read.
  enum Failure: Error {
    /// There is no such file.
    case absent
    /// It is larger than ``FileLimits/maximumSize``.
    case tooLarge(bytes: Int)
    /// It is a symbolic link, a directory, a pipe or a device.
    case notAFile
    /// The system's error.
    case system(Errno)
  }

  /// The content of a file. Symbolic links are not followed, and a pipe is not waited for.
  static func read(_ path: FilePath) throws(Failure) -> [UInt8] {
    do {
      let descriptor = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
      return try descriptor.closeAfter { try read(descriptor) }
    } catch let failure as Failure {
      throw failure
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      throw .absent
    } catch Errno.tooManySymbolicLinkLevels {
      throw .notAFile
    } catch let error as Errno {
      throw .system(error)
    } catch {
      throw .system(.ioError)
    }
  }

  private static func read(_ descriptor: FileDescriptor) throws -> [UInt8] {
    let status = try SystemCalls.status(of: descriptor)
    let size = status.size
    guard status.kind == .file else { throw Failure.notAFile }
    guard size <= FileLimits.maximumSize else { throw Failure.tooLarge(bytes: size) }
    // One byte more than the size, so that the read which finds the end needs no second buffer.
    var bytes = try [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      while count < buffer.count {
        let read = try descriptor.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
        if read == 0 { break }
        count += read
      }
    }
    // Whoever is writing the file may have made it longer in the meantime.
    while bytes.count > size, bytes.count <= FileLimits.maximumSize {
      let more = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if more.isEmpty { break }
      bytes += more
    }
    guard bytes.count <= FileLimits.maximumSize else { throw Failure.tooLarge(bytes: bytes.count) }
    return bytes
  }
}
