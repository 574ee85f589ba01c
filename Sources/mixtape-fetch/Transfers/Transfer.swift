import CLibcurl
import FeedFetching
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
