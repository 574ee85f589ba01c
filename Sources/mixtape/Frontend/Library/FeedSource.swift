import Companions
import Feeds
import FileSystem
import MixtapeModel
import Podcasts
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A feed in an argument: `-` for standard input, an address, or a path.
enum FeedSource {
  case standardInput
  case address(String)

  var isFile: Bool { if case .address(let address) = self { FeedAddress.isFile(address) } else { false } }

  /// Parses an argument that may be neither `-` nor an address, such as a title. An address can have an unsupported scheme.
  init?(_ argument: String) {
    if argument == "-" {
      self = .standardInput
    } else if let address = FeedAddress.normalized(argument) {
      self = .address(address)
    } else if Self.hasScheme(argument) {
      self = .address(argument)
    } else {
      return nil
    }
  }

  /// Parses an argument that may not be a feed, such as a title. An existing file is a feed.
  ///
  /// - Parameter isTitle: Whether a name without a slash and without the extension of feeds is a title in any case.
  /// - Returns: `nil` if it is not a feed.
  /// - Throws: ``Problem`` if it is the path of a file that does not exist.
  init?(
    ifNamedBy argument: String, unlessTitle isTitle: Bool = false, in context: CommandContext
  ) throws(Problem) {
    if let source = Self(argument) {
      self = source
      return
    }
    let path = context.normalized(argument)
    let isFeedName = Self.isFeedName(path)
    if !isFeedName, !argument.contains("/") {
      guard !isTitle, Self.isFile(path) else { return nil }
    }
    let isPath = isFeedName || ["/", "./", "../"].contains(where: argument.hasPrefix)
    guard isPath || FileManager.default.fileExists(atPath: path.string) else { return nil }
    self = .address(try Self.file(path, writtenAs: argument))
  }

  /// Parses an argument that is a feed. If it is neither `-` nor an address, it is a path.
  ///
  /// - Throws: ``Problem`` if it is the path of a file that does not exist.
  init(_ argument: String, in context: CommandContext) throws(Problem) {
    if argument.isEmpty {
      throw Problem.usage(
        "the address of the feed is empty",
        hints: "an address is like https://example.org/feed.xml")
    }
    if let source = Self(argument) {
      self = source
      return
    }
    self = .address(try Self.file(context.normalized(argument), writtenAs: argument))
  }

  static func isFeedName(_ path: FilePath) -> Bool { ["xml", "rss", "atom"].contains(path.extension ?? "") }

  /// Whether an existing file has a name that may also be a title: `notes`, `feed.txt`.
  static func mayBeTitle(_ argument: String, in context: CommandContext) -> Bool {
    !argument.contains("/") && !isFeedName(context.normalized(argument)) && isFile(context.normalized(argument))
  }

  private static func isFile(_ path: FilePath) -> Bool {
    FileManager.default.fileExists(atPath: path.string) && !DurableFile.isDirectory(path)
  }

  /// Returns a hint for an argument whose scheme does not say how to fetch it; `nil` for others.
  static func hint(onSchemeOf argument: String) -> String? {
    guard FeedAddress.isOfPrograms(argument), let scheme = AddressReference.scheme(of: argument) else { return nil }
    return "`\(scheme):` means `https:`; if the server has only HTTP, write `http:` instead"
  }

  /// Returns the address of an existing file.
  ///
  /// - Parameter path: An absolute path, or a relative one if the working directory does not exist.
  private static func file(_ path: FilePath, writtenAs argument: String) throws(Problem) -> String {
    guard path.isAbsolute else {
      throw ErrorPresenter.problem(for: MixtapeError(.noWorkingDirectory))
    }
    if FileManager.default.fileExists(atPath: path.string) { return FeedAddress.file(path.string) }
    let address = FeedAddress.isHostAndPath(argument) ? "is like https://\(argument)" : "begins with https://"
    let isID = !argument.contains { $0 == "/" || $0 == "." }
    throw Problem(
      .notFound, code: "not-found", "there is no file \(ErrorPresenter.quoted(argument))",
      hints: ["the address of a feed \(address)"]
        + (isID ? ["`mixtape show ID` shows the address of a podcast"] : []))
  }

  /// Returns whether an argument is an address with a scheme, which may be unsupported.
  static func hasScheme(_ argument: String) -> Bool {
    let address = AddressReference(argument)
    return address.scheme != nil && address.authority != nil
  }
}

struct FetchedFeed {
  let pages: PagedFeed
  /// The name for messages: the address, or `standard input`.
  let name: String
  /// The address of the feed for the library; `nil` from standard input.
  let address: String?
  /// The new address of the feed, if the server redirects permanently.
  let movedAddress: String?
  /// The address that answered, after all redirects; `nil` from standard input.
  let finalAddress: String?
  /// The validators for the next update; `nil` from standard input.
  let validators: FeedValidators?

  /// The first page with the episodes of all pages that were read.
  var feed: Feed { pages.feed }
}

extension Session {
  /// Fetches and parses a feed with its pages, until it has the wanted number of episodes. From standard input, the first page is
  /// all.
  func read(_ source: FeedSource, writtenAs argument: String, wanted: Int = .max) throws -> FetchedFeed {
    switch source {
    case .standardInput:
      let bytes = try readStandardInput()
      return FetchedFeed(
        pages: PagedFeed(try Self.parse(bytes, from: nil, name: "standard input"), at: []), name: "standard input",
        address: nil, movedAddress: nil, finalAddress: nil, validators: nil)
    case .address(let address):
      var responses: [FeedResponse] = []
      do throws(CompanionProgramError) {
        try FeedFetcher(in: context).fetch([FeedRequest(address)]) { responses.append($0) }
      } catch {
        throw ErrorPresenter.problem(for: error)
      }
      guard let response = responses.first else {
        throw Problem(.unavailable, code: "fetch-failed", "the server did not answer")
      }
      switch response.outcome {
      case .failed(let error):
        let problem = ErrorPresenter.problem(for: error, of: address)
        throw problem.with(hint: FeedSource.hint(onSchemeOf: argument))
      case .notModified: throw Problem(.unavailable, code: "fetch-failed", "the server sent no content")
      case .fetched(let bytes, let validators):
        let feed = try Self.parse(
          bytes, from: response.finalAddress, encoding: response.encoding, name: ErrorPresenter.feedName(address))
        return FetchedFeed(
          pages: try readPages(of: feed, at: [address, response.finalAddress], wanted), name: address,
          address: response.permanentAddress ?? address,
          movedAddress: response.permanentAddress, finalAddress: response.finalAddress, validators: validators)
      }
    }
  }

  private func readPages(of feed: Feed, at addresses: Set<String>, _ wanted: Int) throws -> PagedFeed {
    var feeds = [PagedFeed(feed, at: addresses, wanted: wanted)]
    do throws(CompanionProgramError) {
      try FeedFetcher(in: context).readPages(of: &feeds)
    } catch {
      throw ErrorPresenter.problem(for: error)
    }
    return feeds[0]
  }

  private func readStandardInput() throws -> [UInt8] {
    do throws(Errno) {
      return try context.standardInput.readAll(atMost: FetchLimits.greatestSize)
    } catch {
      guard error == .fileTooLarge else { throw error }
      throw ErrorPresenter.problem(for: FetchError(.tooLarge), named: "standard input")
    }
  }

  /// Warns of a page that was not read.
  ///
  /// - Parameter podcast: The podcast whose update can read it.
  func reportPages(of fetched: FetchedFeed, _ podcast: Podcast.ID?) {
    if let page = fetched.pages.unread { warn(of: page, in: "the feed", podcast) }
    if fetched.address == nil, fetched.pages.isPaged {
      reporter.note(code: "more-pages", "the feed has more pages, which are not read from standard input")
    }
  }

  func warn(of page: PagedFeed.UnreadPage, in feed: String, _ podcast: Podcast.ID?) {
    reporter.warn(
      code: "feed-incomplete", "\(feed) is incomplete: \(ErrorPresenter.wording(of: page))",
      hints: podcast.map { ["`mixtape feed update --all \($0)` reads all pages again"] } ?? [])
  }

  private static func parse(
    _ bytes: [UInt8], from address: String?, encoding: String? = nil, name: String
  ) throws -> Feed {
    do throws(FeedError) {
      return try Feed(parsing: bytes, address: address, encoding: encoding)
    } catch {
      throw ErrorPresenter.problem(for: error, of: name)
    }
  }
}
