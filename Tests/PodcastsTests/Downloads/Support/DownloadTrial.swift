import Companions
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import Podcasts

/// Downloads from a server of the test, by the program in the build directory.
struct DownloadTrial {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The directory of downloads.
  var directory: DownloadDirectory { DownloadDirectory(at: sandbox.root.appending("downloads")) }

  private var fetcher: FeedFetcher {
    FeedFetcher(program: BuiltPrograms.path(of: "mixtape-fetch"), environment: [:], userAgent: "Mixtape/test")
  }

  /// Downloads episodes with addresses and, if they are stated, sizes.
  func download(
    _ episodes: [(id: String, address: String)], size: Int64? = nil, limit: Int = 1_000_000_000,
    isAutomatic: Bool = false,
    onProgress: (EpisodeDownloader.Progress) -> Void = { _ in }
  ) throws -> [EpisodeDownloader.Outcome] {
    let downloads = try LockedDownloads(directory)
    let fields: Episode.Fields = size.map { [.fileSize: .integer($0)] } ?? [:]
    let known = try episodes.map { id, address in
      Episode(id: try #require(Episode.ID(rawValue: id)), url: address, fields: fields)
    }
    let plan = DownloadPlan(of: known, try directory.contents(), isAutomatic: isAutomatic) { _, _ in false }
    return try EpisodeDownloader(to: downloads, with: fetcher, limit: limit).run(plan, onProgress: onProgress)
  }

  /// Downloads one episode, `night-sky/auroras`.
  func download(_ address: String, size: Int64? = nil, limit: Int = 1_000_000_000) throws -> EpisodeDownloader.Outcome {
    try #require(try download([("night-sky/auroras", address)], size: size, limit: limit).first)
  }

  /// The bytes of a file in the directory; `nil` if it does not exist.
  func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: directory.path.string + "/" + path).map(Array.init)
  }

  /// The names in the directory of the podcast, sorted.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory.path.string + "/night-sky").sorted()
    }
  }
}

/// The content of a file that servers of tests have.
struct ServedFile {
  let bytes: [UInt8]
  var tag: String? = "\"v1\""
  var lastModified: String?

  /// Makes a file of bytes that differ from place to place.
  init(count: Int, seed: UInt8 = 1) {
    bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8 &+ Int(seed)) }
  }

  private var headers: [(String, String)] {
    [("Content-Type", "audio/mpeg")] + (tag.map { [("ETag", $0)] } ?? [])
      + (lastModified.map { [("Last-Modified", $0)] } ?? [])
  }

  /// Answers a request, for a range if the condition of the request holds.
  ///
  /// - Parameter count: The number of bytes after which the connection breaks; `nil` for all.
  func reply(to request: WebRequest, breakingAfter count: Int? = nil) -> WebReply {
    var start = 0
    if let range = request.headers["range"], let condition = request.headers["if-range"],
      condition == tag || condition == lastModified
    {
      start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
      guard start < bytes.count else { return .status(416, [("Content-Range", "bytes */\(bytes.count)")]) }
    }
    let range = start > 0 ? [("Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)")] : []
    let body = Array(bytes[start...])
    let header = WebReply.header(
      start > 0 ? 206 : 200, headers + range + [("Content-Length", "\(body.count)")])
    guard let count else { return WebReply([.send(header + body)]) }
    return WebReply([.send(header + body.prefix(count)), .close])
  }
}
