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
