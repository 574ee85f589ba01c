import CLibcurl
import FeedFetching

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
      status >= 300 && (code == CURLE_OK || transfer.received.stop == .unusedBody || isTooLarge(code))
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

  private func isTooLarge(_ code: CURLcode) -> Bool { code == CURLE_FILESIZE_EXCEEDED }

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
    text = error.text.isEmpty ? nil : error.text
  }
}
