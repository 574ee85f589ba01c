internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// An address with its kind: web, file or invalid.
enum RequestedAddress: Equatable {
  case web
  case file(FilePath)
  case invalid(FetchError)

  init(_ text: String) {
    let address = AddressReference(text)
    guard let scheme = address.scheme, text.utf8.count <= AddressReference.maximumLength,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      self = .invalid(FetchError(.invalidAddress))
      return
    }
    switch scheme {
    case "http", "https": self = address.authority == nil ? .invalid(FetchError(.invalidAddress)) : .web
    case "file": self = Self.path(address).map(Self.file) ?? .invalid(FetchError(.invalidAddress))
    default: self = .invalid(FetchError(.unsupportedScheme))
    }
  }

  /// Returns the path of a `file:` address, which must be absolute and on this machine.
  private static func path(_ address: AddressReference) -> FilePath? {
    guard let path = address.localPath?.strictBytes, !path.contains(0) else { return nil }
    return (path + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { FilePath(platformString: $0) }
    }
  }
}

/// A feed in a local file.
enum LocalFeed {
  /// Reads a regular file. The entity tag consists of its inode, size and modification time.
  static func read(_ path: FilePath, for request: FeedRequest) -> FeedResponse.Outcome {
    do {
      let path = try SystemCalls.resolved(path)
      guard let status = try FileStatus(of: path) else { throw Errno.noSuchFileOrDirectory }
      let validators = FeedValidators(entityTag: entityTag(of: status))
      // The inode and the nanoseconds differ even between two replacements in the same second.
      if validators.entityTag == request.validators.entityTag { return .notModified }
      return .fetched(try FileAccess.read(path, atMost: request.limits.bytes), validators)
    } catch let error as FileAccess.Failure {
      return .failed(FetchError(error))
    } catch let error as Errno {
      return .failed(FetchError(.unreadableFile, text: error.description))
    } catch {
      return .failed(FetchError(.unreadableFile))
    }
  }

  private static func entityTag(of status: FileStatus) -> String {
    let modified = status.modified
    return "\"\(status.inode)-\(status.size)-\(modified.seconds).\(modified.nanoseconds)\""
  }
}

extension FetchError {
  fileprivate init(_ failure: FileAccess.Failure) {
    switch failure {
    case .absent: self.init(.unreadableFile, text: Errno.noSuchFileOrDirectory.description)
    case .tooLarge: self.init(.tooLarge)
    case .notAFile: self.init(.unreadableFile, text: "not a regular file")
    case .system(let error): self.init(.unreadableFile, text: error.description)
    }
  }
}
