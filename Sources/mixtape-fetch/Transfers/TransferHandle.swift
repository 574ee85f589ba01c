import CLibcurl
import FeedFetching
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
    certificateFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    certificateDirectory = environment["SSL_CERT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
