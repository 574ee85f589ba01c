internal import FileSystem
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
  /// - Throws: ``FetchProgramError`` if the program is missing or fails. Responses before that are valid.
  public func fetch(
    _ requests: [FeedRequest], onResponse: (FeedResponse) -> Void
  ) throws(FetchProgramError) {
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
    _ requests: [FetchProtocol.Request], patience: Duration, _ onItem: (FetchOutputReader.Item) -> Bool
  ) throws(FetchProgramError) {
    guard !requests.isEmpty else { return }
    let settings = FetchProtocol.Settings(
      userAgent: userAgent, parallel: parallel, parallelOfHost: parallelOfHost, resolved: resolved)
    var conversation = FetchConversation(requests, settings, patience: patience)
    let process = try ConnectedProcess(fetchingBy: program, environment: environment)
    let failure: FetchConversation.Failure
    do throws(FetchConversation.Failure) {
      try conversation.run(on: process.connection, onItem)
      process.end()
      return
    } catch {
      failure = error
    }
    throw FetchProgramError(failure, of: program, status: process.end())
  }
}

extension FetchProgramError {
  fileprivate init(_ failure: FetchConversation.Failure, of program: FilePath, status: Int32?) {
    self =
      switch failure {
      case .ended: .ended(program, status: status ?? 0)
      case .timedOut: .timedOut(program)
      case .system(let error): .invalidOutput(program, reason: error.description)
      case .output(.noGreeting(let text)): .unusable(program, text: FetchError(.other, text: text).text)
      case .output(.version(let version)): .unusable(program, text: "version \(version) of the protocol")
      case .output(.invalid(let reason)): .invalidOutput(program, reason: reason)
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
  /// - Throws: ``FetchProgramError`` if the program is missing or fails. Events before that are valid.
  public func download(
    _ requests: [DownloadRequest], onEvent: (Int, DownloadEvent) -> Bool
  ) throws(FetchProgramError) {
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

extension FetchProtocol.Request {
  init(_ request: DownloadRequest, id: Int) {
    self.init(FeedRequest(request.address, limits: request.limits), id: id, bytes: request.bytes)
    offset = request.offset
    ifRange = request.condition
  }
}

extension DownloadEvent {
  init(_ item: FetchOutputReader.Item, to request: DownloadRequest) {
    let result = item.result
    switch result.kind {
    case .started:
      let validators = FeedValidators(entityTag: result.entityTag, lastModified: result.lastModified)
      let offset = result.offset ?? 0
      // The program has checked both, but is not trusted.
      let isValid = offset == 0 || offset == request.offset && request.canResume
      self =
        isValid
        ? .started(
          DownloadStart(
            offset: offset, length: result.whole, validators: validators,
            endsWithConnection: result.endsWithConnection ?? false))
        : .failed(FetchError(.invalidResponse))
    case .part: self = .part(item.body)
    case .fetched: self = .finished
    case .notModified, .failed: self = .failed(FetchError(result))
    }
  }
}

/// A conversation with `mixtape-fetch`. It sends requests while results arrive, so that neither side blocks the other.
struct FetchConversation {
  enum Failure: Error {
    /// The program has ended, or closed the connection.
    case ended
    /// The program sends nothing for too long.
    case timedOut
    /// The program breaks the protocol.
    case output(FetchOutputReader.Violation)
    case system(Errno)
  }

  private var output: ArraySlice<UInt8>
  private var reader: FetchOutputReader
  /// The maximum wait for the program.
  private let patience: Duration

  /// Makes a conversation about requests, all of them for web addresses.
  ///
  /// - Parameter patience: The maximum time without output of the program.
  init(_ requests: [FetchProtocol.Request], _ settings: FetchProtocol.Settings, patience: Duration) {
    var lines = FetchProtocol.line(settings)
    for request in requests { lines += FetchProtocol.line(request) }
    output = lines[...]
    reader = FetchOutputReader(requests)
    self.patience = patience
  }

  /// Sends the requests, and calls `onItem` for each result. Returns after the last result.
  ///
  /// - Parameter onItem: Returns whether the request goes on. A download that does not is cancelled.
  mutating func run(on connection: ConnectedSocket, _ onItem: (FetchOutputReader.Item) -> Bool) throws(Failure) {
    while !reader.isComplete {
      let received: [UInt8]?
      do throws(Errno) {
        received = try connection.exchange(&output, atMost: patience)
      } catch {
        throw error == .timedOut ? .timedOut : .system(error)
      }
      guard let received else { continue }
      guard !received.isEmpty else { throw reader.preface.map { .output(.noGreeting($0)) } ?? .ended }
      try read(received, onItem)
    }
  }

  private mutating func read(_ bytes: [UInt8], _ onItem: (FetchOutputReader.Item) -> Bool) throws(Failure) {
    var cancelled: [Int] = []
    do throws(FetchOutputReader.Violation) {
      try reader.read(bytes) { item in
        if !onItem(item), !item.result.kind.isFinal { cancelled.append(item.result.id) }
      }
    } catch {
      throw .output(error)
    }
    for id in cancelled { output += FetchProtocol.line(FetchProtocol.Cancellation(of: id)) }
  }
}

extension ConnectedProcess {
  /// Starts `mixtape-fetch`.
  init(fetchingBy program: FilePath, environment: [String: String]) throws(FetchProgramError) {
    guard FileAccess.isExecutable(program) else { throw .missing(program) }
    do throws(Errno) {
      try self.init(program, environment: environment)
    } catch {
      throw .notStarted(program, error)
    }
  }
}
