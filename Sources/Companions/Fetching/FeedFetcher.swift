public import FileSystem
internal import MixtapeModel
public import SystemPackage

/// A fetcher of feeds and of files. It runs `mixtape-fetch` for web addresses, and reads files itself.
public struct FeedFetcher: Sendable {
  /// The path of `mixtape-fetch`. It is not used for `file:` addresses.
  public var program: FilePath
  /// The environment of the program, which can name proxies and certificates.
  public var environment: [String: String]
  /// The `User-Agent`, such as `Mixtape/1.0`.
  public var userAgent: String
  /// The maximum number of concurrent requests.
  public var parallel = 8
  /// The maximum number of concurrent requests per host.
  public var parallelOfHost = 2
  /// Addresses for host names, such as `example.org:80:192.0.2.1`, for tests.
  package var resolved: [String] = []

  /// Makes a fetcher.
  public init(program: FilePath, environment: [String: String], userAgent: String) {
    self.program = program
    self.environment = environment
    self.userAgent = userAgent
  }

  /// Fetches feeds. Calls `onResponse` on this thread once for each request, in the order of the responses.
  ///
  /// The fetcher keeps no body after `onResponse` returns. The program continues to fetch while `onResponse` runs.
  ///
  /// - Throws: ``CompanionProgramError`` if the program is missing or fails. Responses before that are valid.
  public func fetch(
    _ requests: [FeedRequest], onResponse: (FeedResponse) -> Void
  ) throws(CompanionProgramError) {
    var ofWeb: [(index: Int, request: FeedRequest)] = []
    for (index, request) in requests.enumerated() {
      switch RequestedAddress(request.address) {
      case .web: ofWeb.append((index, request))
      case .file(let path):
        onResponse(FeedResponse(index: index, request: request, outcome: LocalFeed.read(path, for: request)))
      case .invalid(let error): onResponse(FeedResponse(index: index, request: request, outcome: .failed(error)))
      }
    }
    // At least one request is always active, and it ends within its time limit.
    let patience = (ofWeb.map(\.request.limits.total).max() ?? .zero) + .seconds(15)
    try converse(ofWeb.map { FetchProtocol.Request($0.request, id: $0.index) }, patience: patience) { item in
      onResponse(FeedResponse(item, to: requests[item.result.id]))
      return true
    }
  }

  /// Runs the program for some requests.
  ///
  /// - Parameter onItem: Called for each result. Returns whether its request goes on.
  func converse(
    _ requests: [FetchProtocol.Request], patience: Duration, _ onItem: (FetchOutputReader.Answer) -> Bool
  ) throws(CompanionProgramError) {
    guard !requests.isEmpty else { return }
    let settings = FetchProtocol.Settings(
      userAgent: userAgent, parallel: parallel, parallelOfHost: parallelOfHost, resolved: resolved)
    var reader = FetchOutputReader(requests)
    try CompanionConversation.hold(
      with: program, FetchProtocol.companion, environment: environment, patience: patience
    ) { (conversation) throws(CompanionProgramError.Reason) in
      conversation.send(FetchProtocol.line(settings))
      for request in requests { conversation.send(FetchProtocol.line(request)) }
      while !reader.isComplete {
        try conversation.exchange()
        while let item = try reader.next(in: &conversation.output) {
          if onItem(item) || item.result.kind.isFinal { continue }
          conversation.send(FetchProtocol.line(FetchProtocol.Cancellation(of: item.result.id)))
        }
      }
    }
  }
}

extension FeedFetcher {
  /// Fetches files. Calls `onEvent` on this thread for each event, with the index of the request. The last event of a request is
  /// ``DownloadEvent/finished`` or ``DownloadEvent/failed(_:)``.
  ///
  /// The program waits while `onEvent` runs and some MiB are not received.
  ///
  /// - Parameter onEvent: Returns whether the download goes on. Otherwise, it is cancelled, without another event.
  /// - Throws: ``CompanionProgramError`` if the program is missing or fails. Events before that are valid.
  public func download(
    _ requests: [DownloadRequest], onEvent: (Int, DownloadEvent) -> Bool
  ) throws(CompanionProgramError) {
    var ofWeb: [FetchProtocol.Request] = []
    for (index, request) in requests.enumerated() {
      switch RequestedAddress(request.address) {
      case .web: ofWeb.append(FetchProtocol.Request(request, id: index))
      case .file: _ = onEvent(index, .failed(FetchError(.unsupportedScheme)))
      case .invalid(let error): _ = onEvent(index, .failed(error))
      }
    }
    var cancelled: Set<Int> = []
    try converse(ofWeb, patience: Self.patience) { item in
      let index = item.result.id
      guard !cancelled.contains(index) else { return true }
      let event = DownloadEvent(item, to: requests[index])
      var goesOn = onEvent(index, event)
      if case .failed = event { goesOn = false }
      if !goesOn { cancelled.insert(index) }
      return goesOn
    }
  }

  /// The maximum time without output of the program: an active transfer sends something or fails earlier, also after redirects.
  private static let patience = Duration.seconds(600)
}

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
