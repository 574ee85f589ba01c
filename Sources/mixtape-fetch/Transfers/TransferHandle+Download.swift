import CLibcurl
import FeedFetching

/// The content of a download is passed on in parts while it arrives.
extension TransferHandle {
  /// The number of bytes at which libcurl is told to wait, so that a slow reader needs little memory.
  private static let waitingLimit = 1 << 20

  /// Whether libcurl must wait until parts are taken.
  var isFull: Bool { transfer.request.offset != nil && transfer.received.body.count >= Self.waitingLimit }

  /// Whether bytes of a download have arrived that were not taken.
  var hasParts: Bool { start != nil && !transfer.received.body.isEmpty }

  /// Takes the messages for the bytes that have arrived, with the bytes.
  func takeParts() -> [(result: FetchProtocol.Result, body: [UInt8])] {
    guard hasParts, let start else { return [] }
    let body = transfer.received.body
    transfer.received.body = []
    var part = FetchProtocol.Result(id: transfer.request.id, kind: .part)
    part.length = body.count
    defer { takenCount += body.count }
    return takenCount == 0 ? [(start, []), (part, body)] : [(part, body)]
  }

  /// Lets libcurl go on. It may call the receiver at once.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    // `CURLPAUSE_CONT`, a macro that Swift does not import.
    _ = curl_easy_pause(handle, 0)
  }

  /// Starts the download if enough of its content has arrived to know that it is the requested one.
  ///
  /// - Parameter isComplete: Whether all of it has arrived.
  /// - Throws: ``FetchError`` if it is not.
  func startDownload(isComplete: Bool) throws(FetchError) {
    guard start == nil, !transfer.received.body.isEmpty else { return }
    let status = Int(clibcurl_number(handle, CURLINFO_RESPONSE_CODE))
    // The part that a continued download begins with was checked.
    switch status == 206 ? .accepted : transfer.received.check(isComplete: isComplete) {
    case .accepted: start = try startOfDownload(status: status)
    case .refused(let error): throw error
    case .undecided: break
    }
  }

  /// Returns the message for the start of a download.
  private func startOfDownload(status: Int) throws(FetchError) -> FetchProtocol.Result {
    var start = result(.started)
    start.entityTag = transfer.received.entityTag
    start.lastModified = transfer.received.lastModified
    if status == 206 {
      guard let range = transfer.received.range, let asked = transfer.request.range, range.start == asked.start else {
        throw FetchError(.invalidResponse, status: status, text: "the server sent another part of the file")
      }
      start.offset = range.start
      start.whole = range.whole
    } else {
      let length = clibcurl_size(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      start.offset = 0
      start.whole = length > 0 ? Int(length) : nil
    }
    start.endsWithConnection = start.whole == nil && !isFramed ? true : nil
    return start
  }

  /// Whether the protocol marks the end of a content without a stated length.
  private var isFramed: Bool {
    transfer.received.isChunked || clibcurl_number(handle, CURLINFO_HTTP_VERSION) > Int(CURL_HTTP_VERSION_1_1)
  }
}
