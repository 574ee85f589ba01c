import Companions
import Feeds
import MixtapeModel
import MixtapeStore
import Podcasts
import SystemPackage

extension ErrorPresenter {
  static func problem(for error: FetchError, of address: String) -> Problem {
    var hints: [String] = []
    if error.isMissing, error.code == .httpStatus { hints = ["look for its feed on the page of the podcast"] }
    if error.code == .invalidAddress, FeedAddress.isFile(address) {
      hints = ["a `file:` address is absolute, as file:///home/ann/feed.xml; a path needs no `file:`"]
    }
    return problem(for: error, named: feedName(address), hints: hints)
  }

  static func problem(for error: FetchError, named name: String, hints: [String] = []) -> Problem {
    let wording = wording(of: error)
    return Problem(
      ExitStatus(for: error), code: error.code.rawValue, "\(name): \(wording.message)", hints: wording.hints + hints)
  }

  static func problem(for failure: FeedUpdateFailure, of subscription: Subscription) -> Problem {
    let (id, feed) = (subscription.id, subscription.feed)
    return switch failure {
    case .notFetched(let error): problem(for: error, of: feed, in: id)
    case .notAFeed(let error): problem(for: error, of: feedName(feed))
    case .moved(let address, let owner):
      Problem(
        .unavailable, code: "feed-taken", "its feed moved to \(feedName(address)), the feed of \(owner)",
        hints: "`mixtape set \(id) --unsubscribe` stops its updates")
    case .invalidFile(let error), .invalidSkip(let error): problem(for: error)
    case .fileTooLarge(let error, let hasEpisodes):
      problem(
        tooLarge: error,
        hint: hasEpisodes
          ? "`mixtape episode move --where 'podcast = \"\(id)\" and published < DATE' --to OTHER` moves older episodes"
          : "`mixtape delete \(id)`, then `mixtape podcast add` with `--latest N`, takes only the newest episodes"
      )
    }
  }

  private static func problem(for error: FetchError, of address: String, in podcast: Podcast.ID) -> Problem {
    let update = "`mixtape set \(podcast)"
    let mayBeWrong = error.isMissing || [.unknownHost, .invalidAddress, .unsupportedScheme].contains(error.code)
    return problem(
      for: error, named: feedName(address),
      hints: mayBeWrong ? ["\(update) --feed URL` sets a new address, and \(update) --unsubscribe` stops updates"] : [])
  }

  /// Words why a page of a feed was not read, or not as a whole.
  static func wording(of page: PagedFeed.UnreadPage) -> String {
    let name = feedName(page.address)
    let reason: String
    switch page.reason {
    // Its complete items were read.
    case .cutOff: return "page \(page.number) is cut off"
    case .notFetched(let error): reason = problem(for: error, named: name).message
    case .notAFeed(let error): reason = problem(for: error, of: name).message
    case .loop: reason = "\(name): it was read before, so the pages form a loop"
    case .tooManyPages: reason = "\(name): Mixtape reads at most \(PagedFeed.mostPages) more pages of a feed"
    case .tooLarge: reason = "\(name): the pages are larger than \(PagedFeed.greatestSize >> 20) MiB"
    case .tooSlow: reason = "\(name): the pages take longer than \(waitingTime(PagedFeed.longestTime))"
    }
    return "page \(page.number) was not read: \(reason)"
  }

  /// Returns the address of a feed in quotes, without its user name and password.
  static func feedName(_ address: String) -> String { quoted(AddressReference(address).withoutCredentials) }

  /// Words the reason why a feed or another content was not fetched, without its address.
  static func wording(of error: FetchError, _ noun: String = "feed") -> Wording {
    let reason = reason(of: error, noun)
    guard let wait = error.retryAfter else { return reason }
    // The server may have asked for more.
    let time =
      wait < FetchLimits.longestWait ? waitingTime(wait) : "(Mixtape waits at most \(waitingTime(wait)))"
    return Wording("\(reason.message), and asks to wait \(time)", "try again after that")
  }

  private static func reason(of error: FetchError, _ noun: String) -> Wording {
    let details = error.text.isEmpty ? "" : ": \(error.text)"
    return switch error.code {
    case .invalidAddress: Wording("the address is invalid\(details)", "an address is like https://example.org/feed.xml")
    case .unsupportedScheme:
      Wording("the scheme of the address is not supported", "Mixtape fetches `https:`, `http:` and `file:`")
    case .unreadableFile: Wording("the file cannot be read\(details)")
    case .unknownHost: Wording("the host name was not found\(details)", connectionHint)
    case .noConnection: Wording("the server cannot be reached\(details)", connectionHint)
    case .proxyFailed:
      Wording("the proxy failed\(details)", "`http_proxy`, `https_proxy` and `no_proxy` choose the proxy")
    case .untrustedCertificate:
      Wording(
        "the certificate of the server is not trusted\(details)",
        "check the clock, and the package `ca-certificates`; `SSL_CERT_FILE` names another file of trusted certificates"
      )
    case .tlsFailed: Wording("the encrypted connection failed\(details)")
    case .timedOut: Wording("the server did not respond in time\(details)", "try again later")
    case .tooLarge: Wording("the \(noun) is larger than \(FetchLimits.greatestSize >> 20) MiB")
    case .tooManyRedirects: Wording("redirect loop, or more than 10 redirects")
    case .invalidRedirect: Wording("the server redirects to an invalid address\(details)")
    case .privateNetwork:
      Wording("the address leads to a private network\(details)", "use the private address of the server instead")
    case .cutOff: Wording("the connection ended before the \(noun) was complete\(details)", "try again")
    case .webPage: Wording("the server sent a web page instead of the \(noun)", "some networks require a login first")
    case .otherDocument:
      Wording(
        "the server sent \(error.text) instead of the \(noun)", "open the address in a browser: the answer may say why")
    case .compressed:
      Wording(
        "the server sent the \(noun) compressed (\(error.text)), which Mixtape did not ask for",
        "open the address in a browser, which decompresses the file")
    case .invalidResponse: Wording("the response of the server is invalid\(details)")
    case .httpStatus: wording(ofStatus: error.status ?? 0, noun)
    default: Wording("fetching failed\(details)")
    }
  }

  private static let connectionHint = "check the address and the network connection"

  private static func wording(ofStatus status: Int, _ noun: String) -> Wording {
    switch status {
    case 401:
      Wording(
        "the \(noun) requires a user name and a password (401)",
        "write them as https://NAME:PASSWORD@example.org/feed.xml")
    case 403: Wording("the server denies access (403)", "some servers deny access to programs, or from some countries")
    case 404: Wording("the server has no such \(noun) (404)")
    case 407:
      Wording(
        "the proxy requires a user name and a password (407)",
        "write them in `http_proxy`: http://NAME:PASSWORD@HOST:PORT")
    case 410: Wording("the \(noun) was permanently removed (410)")
    case 429: Wording("the server received too many requests (429)", "try again later")
    case 500...: Wording("the server has an error (\(status))", "try again later")
    default: Wording("the server responds with status \(status)")
    }
  }

  /// Returns a wait in words, rounded up.
  static func waitingTime(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    return switch seconds {
    case ..<120: counted(seconds, "second")
    case ..<7_200: counted((seconds + 59) / 60, "minute")
    case ..<172_800: counted((seconds + 3_599) / 3_600, "hour")
    default: counted((seconds + 86_399) / 86_400, "day")
    }
  }
}

extension FetchError {
  /// Whether there is nothing at the address.
  fileprivate var isMissing: Bool { code == .unreadableFile || code == .httpStatus && [404, 410].contains(status) }
}

extension ExitStatus {
  init(for error: FetchError) {
    self =
      switch error.code {
      case .invalidAddress, .unsupportedScheme: .usage
      case .unreadableFile: .notFound
      case .httpStatus where error.isMissing: .notFound
      case .tooLarge, .invalidResponse: .invalid
      default: .unavailable
      }
  }
}

// MARK: - Documents that are not feeds

extension ErrorPresenter {
  static func problem(for error: FeedError, of name: String) -> Problem {
    let wording = wording(of: error)
    return Problem(.invalid, code: "not-a-feed", "\(name): \(wording.message)", hints: wording.hints)
  }

  /// Words the reason why a document is not a feed, without its address.
  static func wording(of error: FeedError) -> Wording {
    switch error {
    case .empty: Wording("the document is empty")
    case .webPage: Wording("this is a web page, not a feed", "look for the address of its RSS feed on the page")
    case .json: Wording("this is JSON; JSON Feed is not supported", "most podcasts have an RSS feed as well")
    case .compressed(let format):
      Wording("the document is compressed (\(format))", "download it, decompress it, and use the file")
    case .opml: Wording("this is a list of feeds (OPML), not a feed", "`mixtape import` reads it")
    case .playlist(let format): Wording("this is a playlist (\(format)), not a feed", "`mixtape import` reads it")
    case .otherXML(let root): Wording("this is not a feed: its outermost element is <\(root)>")
    case .cutOff: Wording("the feed is cut off before its title and its first item", "try again")
    case .notXML: Wording("this is not a feed", "a feed is an XML document: RSS or Atom")
    }
  }
}

extension ErrorPresenter {
  static func problem(for error: DownloadError) -> Problem {
    switch error {
    case .fetch(let error):
      return Problem(ExitStatus(for: error), code: error.code.rawValue, wording(of: error, "episode"))
    case .refusedAddress:
      return Problem(
        .unavailable, code: FetchError.Code.privateNetwork.rawValue,
        "its address is refused: \(PrivateNetwork.refusal)", hints: "a podcast without `feed` may have such addresses")
    case .limitReached(let limit):
      return Problem(
        .unavailable, code: "download-limit", "the downloads would exceed the limit of \(byteCount(limit))",
        hints: "`mixtape episode forget --where 'playCount > 0'` removes the downloads of played episodes",
        "`limit` in the table `[downloads]` of mixtape.toml sets another limit")
    case .occupied(let path):
      return Problem(
        .exists, code: "already-exists", "\(quoted(path.string)) is not a download, and is not replaced",
        hints: "move it away, or choose another directory in the table `[downloads]` of mixtape.toml")
    case .insideRepository(let path):
      return Problem(
        .invalid, code: "inside-repository", "\(quoted(path.string)) is in a directory of git",
        hints: "choose another directory in the table `[downloads]` of mixtape.toml")
    case .busy(let path):
      return Problem(
        .locked, code: "locked", "another `mixtape` process is changing the downloads in \(quoted(path.string))",
        hints: "try again later")
    case .system(let path, let error):
      return Problem(.inputOutput, code: "input-output", "\(quoted(path.string)): \(error.reason)")
    }
  }
}
