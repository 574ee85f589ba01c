internal import FileSystem
internal import SystemPackage

/// An address with its kind: web, file or invalid.
enum RequestedAddress: Equatable {
  case web
  case file(FilePath)
  case invalid(FetchError)

  init(_ address: String) {
    let bytes = address.utf8
    guard let colon = address.firstIndex(of: ":"), bytes.count <= FetchProtocol.longestAddress,
      !address.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      self = .invalid(FetchError(.invalidAddress))
      return
    }
    let rest = address[address.index(after: colon)...]
    switch address[..<colon].lowercased() {
    case "http", "https": self = rest.hasPrefix("//") ? .web : .invalid(FetchError(.invalidAddress))
    case "file": self = Self.path(rest).map(Self.file) ?? .invalid(FetchError(.invalidAddress))
    default: self = .invalid(FetchError(.unsupportedScheme))
    }
  }

  /// Returns the path of a `file:` address, which must be absolute and on this machine.
  /// [RFC 8089](https://www.rfc-editor.org/rfc/rfc8089).
  private static func path(_ rest: Substring) -> FilePath? {
    var path = rest
    if path.hasPrefix("//") {
      path = path.dropFirst(2)
      if path.lowercased().hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
    }
    guard path.hasPrefix("/"), let decoded = decoded(path.utf8), !decoded.contains(0) else { return nil }
    return (decoded + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { FilePath(platformString: $0) }
    }
  }

  /// Decodes percent-encoding; `nil` for an invalid escape.
  private static func decoded(_ bytes: Substring.UTF8View) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        return nil
      }
      result.append(high << 4 | low)
    }
    return result
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
