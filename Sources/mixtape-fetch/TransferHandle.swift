import CLibcurl
import Companions
import MixtapeModel

/// A libcurl handle for one step of a transfer, with its options. `libcurl-easy(3)`.
final class TransferHandle {
  let handle: UnsafeMutableRawPointer
  let transfer: Transfer
  /// Whether the connection is to a proxy. The user chose the proxy, so its address is not checked.
  let isProxied: Bool
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  /// The start of a download, once enough bytes have arrived to know that they are the requested content.
  var start: FetchProtocol.Result?
  /// The reason to refuse the content of a download.
  private(set) var refusal: FetchError?
  /// The number of bytes of a download that were taken.
  var takenCount = 0
  /// Whether libcurl was told to wait.
  var isPaused = false

  /// Makes a handle for the current address of a transfer.
  init(_ transfer: Transfer, _ options: TransferOptions) throws(FetchError) {
    guard let milliseconds = transfer.timeLeft() else { throw FetchError(.timedOut) }
    guard let handle = curl_easy_init() else { throw FetchError(.other, text: "libcurl cannot be started") }
    self.handle = handle
    self.transfer = transfer
    let proxy = options.proxies.proxy(for: transfer.address)
    isProxied = proxy != nil
    transfer.received = Received()
    transfer.errorText[0] = 0
    // Without this limit, an address such as `file:` could reach more than the web.
    guard clibcurl_allow_web_only(handle) == CURLE_OK else {
      throw FetchError(.other, text: "libcurl cannot be limited to the web")
    }
    setAddress(proxy: proxy, options)
    setLimits(milliseconds)
    setHeaders(options)
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(handle)
    lists.forEach(curl_slist_free_all)
  }

  private func setAddress(proxy: String?, _ options: TransferOptions) {
    clibcurl_set_text(handle, CURLOPT_URL, transfer.address.text)
    // Empty strings override the environment variables; null would not.
    clibcurl_set_text(handle, CURLOPT_PROXY, proxy ?? "")
    clibcurl_set_text(handle, CURLOPT_NOPROXY, "")
    clibcurl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    clibcurl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
    clibcurl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    if let file = options.certificateFile { clibcurl_set_text(handle, CURLOPT_CAINFO, file) }
    if let directory = options.certificateDirectory { clibcurl_set_text(handle, CURLOPT_CAPATH, directory) }
    setList(CURLOPT_RESOLVE, options.resolved)
  }

  private func setLimits(_ milliseconds: Int) {
    clibcurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    clibcurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, transfer.request.connecting)
    clibcurl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, FetchLimits.slowestRate)
    clibcurl_set_number(handle, CURLOPT_LOW_SPEED_TIME, transfer.request.stalling)
    clibcurl_set_number(handle, CURLOPT_TIMEOUT_MS, milliseconds)
    clibcurl_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(transfer.request.bytes))
  }

  private func setHeaders(_ options: TransferOptions) {
    clibcurl_set_text(handle, CURLOPT_USERAGENT, options.userAgent)
    if let credentials = transfer.credentials {
      clibcurl_set_text(handle, CURLOPT_USERNAME, WebAddress.decoded(credentials.user))
      clibcurl_set_text(handle, CURLOPT_PASSWORD, WebAddress.decoded(credentials.password))
    }
    if transfer.request.offset == nil {
      if transfer.isDecompressed {
        // All compressions that libcurl was built with.
        clibcurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
      } else {
        clibcurl_set_number(handle, CURLOPT_HTTP_CONTENT_DECODING, 0)
      }
      setList(CURLOPT_HTTPHEADER, headersOfFeed)
    } else {
      setList(CURLOPT_HTTPHEADER, headersOfDownload)
    }
  }

  private var headersOfFeed: [String] {
    // The sender has dropped invalid header values, but is not trusted.
    let validators = FeedValidators(
      entityTag: transfer.request.entityTag, lastModified: transfer.request.lastModified)
    var headers = [
      "Accept: application/rss+xml, application/atom+xml, application/rdf+xml;q=0.9, application/xml;q=0.9, "
        + "text/xml;q=0.9, */*;q=0.8"
    ]
    if let tag = validators.entityTag { headers.append("If-None-Match: \(tag)") }
    if let time = validators.lastModified { headers.append("If-Modified-Since: \(time)") }
    if !transfer.isDecompressed { headers.append("Accept-Encoding: identity") }
    return headers
  }

  /// The headers of a download. A compressed file could not be continued at a position of its content.
  private var headersOfDownload: [String] {
    var headers = ["Accept: audio/*, video/*;q=0.9, */*;q=0.8", "Accept-Encoding: identity"]
    if let (start, condition) = transfer.request.range, let value = FeedValidators(entityTag: condition).entityTag {
      headers += ["Range: bytes=\(start)-", "If-Range: \(value)"]
    }
    return headers
  }

  private func setList(_ option: CURLoption, _ lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) ?? list }
    guard let list else { return }
    lists.append(list)
    clibcurl_set_list(handle, option, list)
  }

  private func setCallbacks() {
    let this = Unmanaged.passUnretained(self).toOpaque()
    clibcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, transfer.errorText)
    for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA] {
      clibcurl_set_pointer(handle, option, this)
    }
    clibcurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, this in
      guard let this = TransferHandle.of(this) else { return 0 }
      let isRead = this.transfer.received.readHeader(UnsafeRawBufferPointer(start: bytes, count: count))
      return isRead ? count : 0
    }
    clibcurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, this in
      guard let this = TransferHandle.of(this) else { return 0 }
      if this.isFull {
        // libcurl keeps these bytes until the transfer goes on.
        this.isPaused = true
        return Int(CURL_WRITEFUNC_PAUSE)
      }
      return this.readBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
    clibcurl_set_opener(handle) { this, _, address in
      guard let address, let this = TransferHandle.of(this), this.allows(address) else {
        return clibcurl_refused_socket()
      }
      return clibcurl_open_socket(address)
    }
  }

  /// Returns the object of a callback; `nil` without a pointer, which ends the transfer. It lives as long as its handle.
  private static func of(_ pointer: UnsafeMutableRawPointer?) -> TransferHandle? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func readBody(_ part: UnsafeRawBufferPointer) -> Bool {
    let status = clibcurl_number(handle, CURLINFO_RESPONSE_CODE)
    guard transfer.request.offset != nil, (200..<300).contains(status) else {
      return transfer.received.readBody(part, isUsed: (200..<300).contains(status), limit: transfer.request.bytes)
    }
    guard transfer.received.readPart(part, limit: transfer.request.bytes - takenCount) else { return false }
    do throws(FetchError) {
      try startDownload(isComplete: false)
    } catch {
      refusal = error
    }
    return refusal == nil
  }

  /// Returns whether to allow a connection to an address.
  private func allows(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
    if isProxied || transfer.allowsPrivateNetwork { return true }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(clibcurl_address_bytes(address, &bytes))
    guard PrivateNetwork.contains(Array(bytes.prefix(count))) else { return true }
    transfer.received.stop = .privateNetwork
    return false
  }
}

/// The options of all transfers.
struct TransferOptions {
  /// The environment variables with certificates.
  static let variables = ["SSL_CERT_FILE", "SSL_CERT_DIR"]

  let userAgent: String
  let proxies: ProxySettings
  let resolved: [String]
  /// The file with trusted certificates; `nil` for that of the system.
  let certificateFile: String?
  /// The directory with trusted certificates; `nil` for that of the system.
  let certificateDirectory: String?

  init(_ settings: FetchProtocol.Settings, environment: [String: String]) {
    userAgent = settings.userAgent
    resolved = settings.resolved
    proxies = ProxySettings(environment: environment)
    certificateFile = environment["SSL_CERT_FILE"]?.nonEmpty
    certificateDirectory = environment["SSL_CERT_DIR"]?.nonEmpty
  }
}

extension TransferHandle {
  /// The conclusion from a finished step.
  enum Conclusion {
    case finished(FetchProtocol.Result, body: [UInt8])
    case redirected(location: String, isPermanent: Bool)
    /// The server has not compressed the content as it says.
    case wronglyCompressed
  }

  func conclude(_ code: CURLcode) -> Conclusion {
    let status = Int(clibcurl_number(handle, CURLINFO_RESPONSE_CODE))
    // An unused body may be broken or long.
    let isStatusEnough =
      status >= 300
      && (code == CURLE_OK || code == CURLE_FILESIZE_EXCEEDED || transfer.received.stop == .unusedBody)
    let isOfFeed = transfer.request.offset == nil && transfer.isDecompressed
    if code == CURLE_BAD_CONTENT_ENCODING, isOfFeed { return .wronglyCompressed }
    guard code == CURLE_OK || isStatusEnough else { return .failed(error(code), transfer) }
    switch status {
    case 200..<300 where transfer.request.offset != nil: return concludeDownload(status: status)
    case 204, 205: return .failed(FetchError(.invalidResponse, status: status), transfer)
    case 200..<300 where !transfer.isDecompressed && !transfer.received.isUncompressed:
      let text = "the compression of the content is damaged or not supported"
      return .failed(FetchError(.invalidResponse, status: status, text: text), transfer)
    case 200..<300: return .finished(fetched(), body: transfer.received.body)
    case 301, 302, 303, 307, 308:
      guard let location = transfer.received.location else { break }
      return .redirected(location: location, isPermanent: status == 301 || status == 308)
    case 304 where transfer.request.entityTag != nil || transfer.request.lastModified != nil:
      return .finished(result(.notModified), body: [])
    default: break
    }
    return .failed(FetchError(.httpStatus, status: status, retryAfter: retryAfter), transfer)
  }

  private func concludeDownload(status: Int) -> Conclusion {
    do throws(FetchError) {
      try startDownload(isComplete: true)
    } catch {
      return .failed(error, transfer)
    }
    // Empty files do not start.
    guard start != nil else {
      return .failed(FetchError(.invalidResponse, status: status, text: "the file is empty"), transfer)
    }
    return .finished(result(.fetched), body: [])
  }

  func result(_ kind: FetchProtocol.Result.Kind) -> FetchProtocol.Result {
    var result = FetchProtocol.Result(id: transfer.request.id, kind: kind)
    result.address = transfer.address.text(with: transfer.credentials)
    result.permanentAddress = transfer.permanentAddress.map { $0.text(with: transfer.credentials(for: $0)) }
    return result
  }

  private func fetched() -> FetchProtocol.Result {
    var result = result(.fetched)
    result.length = transfer.received.body.count
    result.entityTag = transfer.received.entityTag
    result.lastModified = transfer.received.lastModified
    result.encoding = transfer.received.charset
    return result
  }

  /// The wait that the server asks for. libcurl parses seconds and dates.
  private var retryAfter: Duration? {
    let seconds = clibcurl_size(handle, CURLINFO_RETRY_AFTER)
    return seconds > 0 ? .seconds(Int64(seconds)) : nil
  }

  /// Returns the error for a failed step.
  private func error(_ code: CURLcode) -> FetchError {
    if let refusal { return refusal }
    let text = transfer.errorText[0] == 0 ? curl_easy_strerror(code) : UnsafePointer(transfer.errorText)
    let words = text.map { String(cString: $0) } ?? ""
    return switch transfer.received.stop {
    case .bodyTooLarge: FetchError(.tooLarge)
    case .headersTooLarge: FetchError(.invalidResponse, text: "the header is too long")
    // libcurl has a limit for a line, and names this error then.
    case nil where code == CURLE_OUT_OF_MEMORY: FetchError(.invalidResponse, text: "the header is too long")
    case .privateNetwork where code == CURLE_COULDNT_CONNECT: FetchError(.privateNetwork, text: transfer.address.host)
    default: FetchError(errorCode(code), text: words)
    }
  }

  private func errorCode(_ code: CURLcode) -> FetchError.Code {
    switch code {
    case CURLE_URL_MALFORMAT: return .invalidAddress
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxyFailed
    case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost
    case CURLE_COULDNT_CONNECT: return isProxied ? .proxyFailed : .noConnection
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return .untrustedCertificate
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM: return .tlsFailed
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      let answer = clibcurl_number(handle, CURLINFO_HTTP_CONNECTCODE)
      return isProxied && answer != 0 && answer != 200 ? .proxyFailed : .cutOff
    // libcurl reports long header lines and HTTP/0.9 with the first two codes.
    case CURLE_OUT_OF_MEMORY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WRITE_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .invalidResponse
    default: return .other
    }
  }
}

extension TransferHandle.Conclusion {
  /// Returns the conclusion for a failed transfer.
  static func failed(_ error: FetchError, _ transfer: Transfer) -> Self {
    .finished(FetchProtocol.Result(error, of: transfer.request.id), body: [])
  }
}

extension FetchProtocol.Result {
  /// Makes the result for a failed request.
  init(_ error: FetchError, of id: Int) {
    self.init(id: id, kind: .failed)
    self.error = error.code.rawValue
    status = error.status
    retryAfter = error.retryAfter.map { Int($0.components.seconds) }
    text = error.text.nonEmpty
  }
}

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
