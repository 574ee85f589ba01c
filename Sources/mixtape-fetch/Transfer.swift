import CLibcurl
import Companions
import MixtapeModel

/// A request in progress, with its current address and the data received from there.
final class Transfer {
  let request: FetchProtocol.Request
  /// The address of the current step: the requested one, or that of a redirect.
  private(set) var address: WebAddress
  /// The requested address. Its credentials are sent only to the same origin.
  private let origin: WebAddress
  /// The address for future requests; `nil` without a permanent redirect.
  private(set) var permanentAddress: WebAddress?
  private var isPermanentSoFar = true
  /// All addresses so far, to detect redirect loops.
  private var visited: Set<String>
  /// Whether connections to private networks are allowed: the request and each redirect so far named one.
  private(set) var allowsPrivateNetwork: Bool
  /// The deadline for all steps; `nil` before the first.
  private var deadline: ContinuousClock.Instant?

  /// Whether the content is decompressed. Some servers say that they compress it, and do not.
  private(set) var isDecompressed = true

  /// The data received in the current step.
  var received = Received()

  /// The error message of libcurl for the current step.
  let errorText: UnsafeMutablePointer<CChar>

  /// The maximum number of redirects.
  static let redirectLimit = 10

  init(_ request: FetchProtocol.Request) throws(FetchError) {
    self.request = request
    let address = try WebAddress(request.address)
    origin = address
    self.address = address
    visited = [address.text]
    allowsPrivateNetwork = PrivateNetwork.isNamed(by: address.host)
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { errorText.deallocate() }

  /// The credentials for the current address.
  var credentials: WebAddress.Credentials? { credentials(for: address) }

  /// Returns the credentials of the request for an address with the same origin; `nil` for any other.
  func credentials(for address: WebAddress) -> WebAddress.Credentials? {
    address.hasSameOrigin(as: origin) ? origin.credentials : nil
  }

  /// Returns the remaining time in milliseconds; `nil` after the deadline. The first call sets the deadline.
  func timeLeft(_ clock: ContinuousClock = ContinuousClock()) -> Int? {
    let end = deadline ?? clock.now + .milliseconds(min(request.total, 86_400_000))
    deadline = end
    let left = (end - clock.now) / .milliseconds(1)
    return left >= 1 ? Int(left) : nil
  }

  /// Repeats the current step without compression.
  func repeatUncompressed() { isDecompressed = false }

  /// Follows a redirect.
  func follow(_ location: String, isPermanent: Bool) throws(FetchError) {
    let target = try address.target(of: location)
    let namesPrivate = PrivateNetwork.isNamed(by: target.host)
    guard allowsPrivateNetwork || !namesPrivate else { throw FetchError(.privateNetwork, text: target.host) }
    guard visited.insert(target.text).inserted, visited.count <= Self.redirectLimit + 1 else {
      throw FetchError(.tooManyRedirects)
    }
    allowsPrivateNetwork = namesPrivate
    isPermanentSoFar = isPermanentSoFar && isPermanent
    if isPermanentSoFar { permanentAddress = target }
    address = target
  }
}

/// The data that a step of a transfer has received.
struct Received {
  var body: [UInt8] = []
  var entityTag: String?
  var lastModified: String?
  var location: String?
  private var contentType: String?
  private var contentEncoding: String?
  /// Whether the content is sent in chunks, the last of which is marked.
  private(set) var isChunked = false
  /// The part of the content that is sent, by `Content-Range`.
  private(set) var range: (start: Int, whole: Int?)?
  /// The total length of all headers in bytes.
  private var headerLength = 0
  /// The length of an unused body in bytes.
  private var unusedLength = 0
  /// The reason to stop reading.
  var stop: Stop?

  enum Stop {
    case bodyTooLarge
    case headersTooLarge
    /// An unused body exceeds its limit.
    case unusedBody
    /// The address is in a private network.
    case privateNetwork
  }

  private static let headerLimit = 128 << 10
  private static let unusedLimit = 256 << 10

  /// Reads a header line. Returns whether to continue.
  mutating func readHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerLength += line.count
    guard headerLength <= Self.headerLimit else {
      stop = .headersTooLarge
      return false
    }
    if line.starts(with: "HTTP/".utf8) {
      // The next header starts, after that of an interim response.
      (entityTag, lastModified, location) = (nil, nil, nil)
      (contentType, contentEncoding, range, isChunked) = (nil, nil, nil, false)
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      switch name {
      case "etag": entityTag = Self.value(line[(colon + 1)...])
      case "last-modified": lastModified = Self.value(line[(colon + 1)...])
      case "content-type": contentType = Self.value(line[(colon + 1)...])
      case "content-encoding": contentEncoding = Self.value(line[(colon + 1)...])
      case "content-range": range = Self.value(line[(colon + 1)...]).flatMap(Self.range)
      case "transfer-encoding":
        isChunked = Self.value(line[(colon + 1)...])?.lowercased().hasSuffix("chunked") ?? false
      case "location": location = location ?? Self.value(line[(colon + 1)...])
      default: break
      }
    }
    return true
  }

  private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> String? {
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let start = bytes.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? start[start.endIndex...]
    return String(validating: end, as: UTF8.self)
  }

  /// Checks the bytes of a download that have arrived.
  ///
  /// - Parameter isComplete: Whether there are no other bytes.
  func check(isComplete: Bool) -> ContentCheck {
    ContentCheck(
      type: (contentType ?? "").prefix { $0 != ";" && $0 != " " }.lowercased(),
      encoding: (contentEncoding ?? "").lowercased(), beginning: body, isComplete: isComplete)
  }

  /// Whether the content may be a document that is not compressed: it is not in gzip, and begins with a tag.
  var isUncompressed: Bool {
    !body.starts(with: [0x1F, 0x8B]) && body.prefix(1024).contains(UInt8(ascii: "<"))
  }

  /// The `charset` of the content type, such as `koi8-r` in `text/xml; charset="koi8-r"`.
  var charset: String? {
    for parameter in (contentType ?? "").split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, Self.bare(parts[0]).lowercased() == "charset" else { continue }
      let name = Self.bare(parts[1])
      let isName = name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      return isName && (1...40).contains(name.utf8.count) ? name : nil
    }
    return nil
  }

  /// Returns a text without white space and quotes at its ends.
  private static func bare(_ text: Substring) -> String {
    let isOutside = { (character: Character) in " \t\"'".contains(character) }
    return String(text.drop(while: isOutside).reversed().drop(while: isOutside).reversed())
  }

  /// Returns the range in a value such as `bytes 100-199/200` or `bytes 100-199/*`.
  static func range(_ value: String) -> (start: Int, whole: Int?)? {
    guard let match = value.lowercased().wholeMatch(of: /bytes\s+([0-9]+)-([0-9]+)\/([0-9]+|\*)/),
      let start = Int(match.1), let end = Int(match.2), start <= end
    else { return nil }
    let whole = Int(match.3)
    guard whole.map({ $0 > end }) ?? (match.3 == "*") else { return nil }
    return (start, whole)
  }

  /// Reads a part of a download. Returns whether to continue.
  mutating func readPart(_ part: UnsafeRawBufferPointer, limit: Int) -> Bool {
    guard part.count <= limit - body.count else {
      stop = .bodyTooLarge
      return false
    }
    body += part
    return true
  }

  /// Reads a part of the body. Returns whether to continue.
  mutating func readBody(_ part: UnsafeRawBufferPointer, isUsed: Bool, limit: Int) -> Bool {
    if isUsed {
      let fits = readPart(part, limit: limit)
      if !fits { body = [] }
      return fits
    }
    unusedLength += part.count
    guard unusedLength <= Self.unusedLimit else {
      stop = .unusedBody
      return false
    }
    return true
  }
}
