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
