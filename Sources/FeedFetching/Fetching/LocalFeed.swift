internal import FileSystem
internal import SystemPackage

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
