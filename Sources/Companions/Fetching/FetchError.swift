/// The reason why a feed was not fetched.
public struct FetchError: Error, Hashable, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The HTTP status, if a server answered.
  public let status: Int?
  /// The wait that the server asked for with `Retry-After`.
  public let retryAfter: Duration?
  /// The message of libcurl or the system, in printable characters and without credentials; may be empty.
  public let text: String

  /// Makes an error. Replaces control characters in the text, and truncates it to 500 characters.
  public init(_ code: Code, status: Int? = nil, retryAfter: Duration? = nil, text: String = "") {
    self.code = code
    self.status = status
    self.retryAfter = retryAfter
    self.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(500).map(Self.printable)))
  }

  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
    default: scalar
    }
  }

  /// A kind of error. Later versions may add others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, as in `--json`.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension FetchError.Code {
  /// The address cannot be parsed.
  public static let invalidAddress = Self(rawValue: "invalid-address")
  /// The scheme is not `http`, `https` or `file`.
  public static let unsupportedScheme = Self(rawValue: "unsupported-scheme")
  /// The file of a `file:` address is missing, is not a regular file, or cannot be read.
  public static let unreadableFile = Self(rawValue: "unreadable-file")
  /// The name of the server cannot be resolved.
  public static let unknownHost = Self(rawValue: "unknown-host")
  /// The server refuses connections, or cannot be reached.
  public static let noConnection = Self(rawValue: "no-connection")
  /// The proxy cannot be found or used.
  public static let proxyFailed = Self(rawValue: "proxy-failed")
  /// The certificate of the server is not trusted.
  public static let untrustedCertificate = Self(rawValue: "untrusted-certificate")
  /// TLS failed for another reason.
  public static let tlsFailed = Self(rawValue: "tls-failed")
  /// A time limit was exceeded.
  public static let timedOut = Self(rawValue: "timed-out")
  /// The content exceeds the size limit.
  public static let tooLarge = Self(rawValue: "feed-too-large")
  /// The redirects form a loop, or there are more than 10.
  public static let tooManyRedirects = Self(rawValue: "too-many-redirects")
  /// The server redirects to an invalid address.
  public static let invalidRedirect = Self(rawValue: "invalid-redirect")
  /// A public address leads to a private network.
  public static let privateNetwork = Self(rawValue: "private-network")
  /// The connection ended before the content was complete.
  public static let cutOff = Self(rawValue: "cut-off")
  /// The response breaks the rules of HTTP, or cannot be decompressed.
  public static let invalidResponse = Self(rawValue: "invalid-response")
  /// The server answered with the status of an error.
  public static let httpStatus = Self(rawValue: "http-status")
  /// The server sent a web page instead of a sound.
  public static let webPage = Self(rawValue: "web-page")
  /// The server sent JSON or XML instead of a sound. The text says which.
  public static let otherDocument = Self(rawValue: "other-document")
  /// The server sent compressed content although none was asked for. The text is the name of the compression.
  public static let compressed = Self(rawValue: "compressed-content")
  /// The other side cancelled the request.
  package static let cancelled = Self(rawValue: "cancelled")
  /// Another failure, which the text describes.
  public static let other = Self(rawValue: "fetch-failed")
}
