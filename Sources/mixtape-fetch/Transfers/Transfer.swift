import CLibcurl
import FeedFetching

/// A request in progress: its present address, and what was received from there.
final class Transfer {
  let request: FetchProtocol.Request
  /// The address of the present step: that of the request, or of a redirect.
  private(set) var address: WebAddress
  /// The address of the request, whose credentials are sent to the same origin only.
  private let origin: WebAddress
  /// The address to use in the future; `nil` if no permanent redirect was found.
  private(set) var permanentAddress: WebAddress?
  private var isPermanentSoFar = true
  /// All addresses so far, to find circles.
  private var visited: Set<String>
  /// Whether private networks may be reached: the user named one, and so did each redirect.
  private(set) var allowsPrivateNetwork: Bool
  /// The end of the time for all steps; `nil` before the first.
  private var deadline: ContinuousClock.Instant?

  /// What the present step has received.
  var received = Received()

  /// libcurl's text about a failure of the present step.
  let errorText: UnsafeMutablePointer<CChar>

  /// The largest number of redirects.
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

  /// The credentials for the present address.
  var credentials: WebAddress.Credentials? { credentials(for: address) }

  /// Returns the credentials for an address: those of the request, if it is of the same origin.
  func credentials(for address: WebAddress) -> WebAddress.Credentials? {
    address.hasSameOrigin(as: origin) ? origin.credentials : nil
  }

  /// Returns the time that is left, and starts the clock at the first call; `nil` if it is over.
  func timeLeft(_ clock: ContinuousClock = ContinuousClock()) -> Int? {
    let end = deadline ?? clock.now + .milliseconds(min(request.total, 86_400_000))
    deadline = end
    let left = (end - clock.now) / .milliseconds(1)
    return left >= 1 ? Int(left) : nil
  }

  /// Moves on to the target of a redirect.
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
