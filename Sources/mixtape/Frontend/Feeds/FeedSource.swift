import FeedFetching
import Feeds
import MixtapeModel
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A feed that an argument names: `-` for standard input, an address, or a file.
enum FeedSource {
  case standardInput
  case address(String)

  /// Reads an argument that may be something else, such as a title.
  ///
  /// - Returns: `nil` if it is neither `-` nor an address.
  init?(_ argument: String) {
    if argument == "-" {
      self = .standardInput
    } else if let address = FeedAddress.normalized(argument) {
      self = .address(address)
    } else {
      return nil
    }
  }

  /// Reads an argument that may be something else, such as a title. A text that looks like the path of a feed, and is the path
  /// of a file, is a feed.
  ///
  /// - Returns: `nil` if it is no feed.
  init?(ifNamedBy argument: String, in context: CommandContext) {
    if let source = Self(argument) {
      self = source
      return
    }
    let path = context.absolute(argument)
    let looksLikeFile = argument.contains("/") || ["xml", "rss", "atom"].contains(path.extension ?? "")
    guard looksLikeFile, FileManager.default.fileExists(atPath: path.string) else { return nil }
    self = .address(FeedAddress.file(path.string))
  }

  /// Reads an argument that is a feed; what is no address is the path of a file.
  init(_ argument: String, in context: CommandContext) {
    self = Self(argument) ?? .address(FeedAddress.file(context.absolute(argument).string))
  }
}

/// A feed that was fetched and read.
struct FetchedFeed {
  let feed: Feed
  /// The name for messages: the address, or `standard input`.
  let name: String
  /// The address under which the library keeps it; `nil` from standard input.
  let address: String?
}

extension Session {
  /// Fetches and reads a feed.
  ///
  /// - Throws: ``CommandFailure`` if it cannot be fetched, or is no feed.
  func read(_ source: FeedSource) throws -> FetchedFeed {
    switch source {
    case .standardInput:
      let bytes = try context.standardInput.readAll(atMost: FetchLimits.greatestSize)
      return FetchedFeed(
        feed: try Self.parse(bytes, from: nil, name: "standard input"), name: "standard input", address: nil)
    case .address(let address):
      var responses: [FeedResponse] = []
      do throws(FetchProgramError) {
        try FeedFetcher(in: context).fetch([FeedRequest(address)]) { responses.append($0) }
      } catch {
        throw CommandFailure(ErrorPresenter.problem(for: error))
      }
      guard let response = responses.first else {
        throw CommandFailure(.unavailable, code: "fetch-failed", "no answer")
      }
      switch response.outcome {
      case .failed(let error): throw CommandFailure(ErrorPresenter.problem(for: error, of: address))
      case .notModified: throw CommandFailure(.unavailable, code: "fetch-failed", "the server sent no content")
      case .fetched(let bytes, _):
        let feed = try Self.parse(bytes, from: response.finalAddress, name: ErrorPresenter.feedName(address))
        return FetchedFeed(feed: feed, name: address, address: response.permanentAddress ?? address)
      }
    }
  }

  private static func parse(_ bytes: [UInt8], from address: String?, name: String) throws -> Feed {
    do throws(FeedError) {
      return try Feed(parsing: bytes, address: address)
    } catch {
      throw CommandFailure(ErrorPresenter.problem(for: error, of: name))
    }
  }
}

extension CommandFailure {
  /// Makes the failure of a problem that was worded.
  init(_ problem: Problem) {
    self.problem = problem
  }
}
