import Companions
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import Podcasts

/// Downloads from servers that work, break off, change their content or lie.
@Suite(.timeLimit(.generous)) struct DownloaderTests {
  private let trial: DownloadTrial

  init() throws { trial = try DownloadTrial() }

  private func failure(of outcome: EpisodeDownloader.Outcome) -> DownloadError? {
    if case .failure(let error) = outcome { error } else { nil }
  }

  @Test func `an episode becomes a file`() throws {
    let file = ServedFile(count: 3_000_000)
    let server = try WebServer { file.reply(to: $0) }
    let item = try trial.download(server.address("/a.mp3")).get()
    #expect(item.path == trial.directory.path.appending("night-sky/auroras.mp3") && item.bytes == 3_000_000)
    #expect(trial.bytes("night-sky/auroras.mp3") == file.bytes)
    #expect(try trial.names == [".auroras.mp3.download", "auroras.mp3"])
    let request = try #require(server.requests.first)
    #expect(request.headers["accept-encoding"] == "identity" && request.headers["range"] == nil)
    #expect(request.headers["user-agent"] == "Mixtape/test")
    #expect(trial.directory.file(of: item.name.episode) == item.path)
    #expect(try trial.directory.contents().bytes == 3_000_000)
    // It is not fetched again.
    #expect(try trial.download([("night-sky/auroras", server.address("/a.mp3"))]).isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test func `a download that breaks off continues`() throws {
    let file = ServedFile(count: 2_000_000)
    let count = Recorder<Int>()
    let server = try WebServer { request in
      count.record(1)
      return file.reply(to: request, breakingAfter: count.values.count < 3 ? 700_000 : nil)
    }
    let address = server.address("/a.mp3")
    _ = try trial.download(address)
    #expect(try trial.names == [".auroras.mp3.download", ".auroras.mp3.part"])
    #expect(trial.bytes("night-sky/.auroras.mp3.part") == Array(file.bytes.prefix(700_000)))
    let id = try #require(Episode.ID(rawValue: "night-sky/auroras"))
    #expect(trial.directory.file(of: id) == nil)
    #expect(try trial.directory.contents().items[id]?.isComplete == false)
    guard case .failure(.fetch(let error)) = try trial.download(address) else {
      Issue.record("it did not break off")
      return
    }
    #expect(error.code == .cutOff)
    #expect(try trial.download(address).get().bytes == 2_000_000)
    #expect(trial.bytes("night-sky/auroras.mp3") == file.bytes)
    #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=700000-", "bytes=1400000-"])
    #expect(server.requests.map { $0.headers["if-range"] } == [nil, "\"v1\"", "\"v1\""])
  }

  @Test(arguments: [true, false]) func `a file that has changed starts over`(isLonger: Bool) throws {
    let old = ServedFile(count: 2_000_000)
    var new = ServedFile(count: isLonger ? 2_500_000 : 300_000, seed: 9)
    new.tag = "\"v2\""
    let count = Recorder<Int>()
    let server = try WebServer { [new] request in
      count.record(1)
      return count.values.count == 1 ? old.reply(to: request, breakingAfter: 900_000) : new.reply(to: request)
    }
    _ = try trial.download(server.address("/a.mp3"))
    #expect(try trial.download(server.address("/a.mp3")).get().bytes == new.bytes.count)
    #expect(trial.bytes("night-sky/auroras.mp3") == new.bytes)
    #expect(count.values.count == 2)
  }

  @Test func `weak tags do not identify bytes, times do`() throws {
    var file = ServedFile(count: 1_000_000)
    file.tag = "W/\"v1\""
    file.lastModified = "Sun, 01 Mar 2026 07:00:00 GMT"
    let count = Recorder<Int>()
    let server = try WebServer { [file] request in
      count.record(1)
      return file.reply(to: request, breakingAfter: count.values.count == 1 ? 400_000 : nil)
    }
    _ = try trial.download(server.address("/a.mp3"))
    _ = try trial.download(server.address("/a.mp3")).get()
    #expect(server.requests.map { $0.headers["if-range"] } == [nil, "Sun, 01 Mar 2026 07:00:00 GMT"])
    #expect(trial.bytes("night-sky/auroras.mp3") == file.bytes)
  }

  @Test func `without validators, and from another address, it starts over`() throws {
    var file = ServedFile(count: 1_000_000)
    let other = file
    file.tag = nil
    let count = Recorder<Int>()
    let server = try WebServer { [file] request in
      count.record(1)
      if request.target == "/other" { return other.reply(to: request) }
      return (count.values.count == 1 ? file : other).reply(to: request, breakingAfter: 400_000)
    }
    for _ in 1...2 { _ = try trial.download(server.address("/a.mp3")) }
    _ = try trial.download(server.address("/other")).get()
    #expect(server.requests.map { $0.headers["range"] } == [nil, nil, nil])
    #expect(trial.bytes("night-sky/auroras.mp3") == file.bytes)
  }

  @Test func `a partial file that is too long starts over`() throws {
    let file = ServedFile(count: 500_000)
    let count = Recorder<Int>()
    let server = try WebServer { request in
      count.record(1)
      return file.reply(to: request, breakingAfter: count.values.count == 1 ? 400_000 : nil)
    }
    _ = try trial.download(server.address("/a.mp3"))
    let part = URL(fileURLWithPath: trial.directory.path.string + "/night-sky/.auroras.mp3.part")
    try Data(repeating: 0, count: 900_000).write(to: part)
    #expect(try trial.download(server.address("/a.mp3")).get().bytes == 500_000)
    #expect(trial.bytes("night-sky/auroras.mp3") == file.bytes)
    #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=900000-", nil])
  }

  @Test func `servers that lie about ranges are refused`() throws {
    let file = ServedFile(count: 500_000)
    let count = Recorder<Int>()
    let server = try WebServer { request in
      count.record(1)
      if count.values.count == 1 { return file.reply(to: request, breakingAfter: 400_000) }
      return .status(206, [("Content-Range", "bytes 5-9/500000")], body: [1, 2, 3, 4, 5])
    }
    _ = try trial.download(server.address("/a.mp3"))
    guard case .failure(.fetch(let error)) = try trial.download(server.address("/a.mp3")) else {
      Issue.record("the part was accepted")
      return
    }
    #expect(error.code == .invalidResponse)
    #expect(trial.bytes("night-sky/.auroras.mp3.part") == Array(file.bytes.prefix(400_000)))
  }

  @Test func `documents, compressed and empty files and errors are not downloaded, and redirects are followed`() throws
  {
    let server = try WebServer { request in
      switch request.target {
      case "/page.mp3": .text("<html>", [("Content-Type", "text/html; charset=utf-8")])
      // PodFetch 82, gonic 639
      case "/error.mp3": .text("<!DOCTYPE html>\n<html>" + String(repeating: " ", count: 2_000))
      case "/json.mp3": .text("{}", [("Content-Type", "audio/mpeg")])
      case "/packed.mp3":
        .status(
          200, [("Content-Type", "audio/mpeg"), ("Content-Encoding", "gzip")], body: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0])
      case "/empty.mp3": .status(200)
      case "/nothing.mp3": .status(204)
      case "/moved.mp3": .redirect(302, to: "/file.mp3")
      case "/file.mp3": .text("sound")
      default: .status(404)
      }
    }
    let paths = ["page", "error", "json", "packed", "empty", "nothing", "missing", "moved"]
    let outcomes = try trial.download(paths.map { ("p/\($0)", server.address("/\($0).mp3")) })
    let codes = outcomes.map { outcome -> String in
      if case .failure(.fetch(let error)) = outcome { error.code.rawValue } else { "done" }
    }
    #expect(
      codes == [
        "web-page", "web-page", "other-document", "compressed-content", "invalid-response", "invalid-response",
        "http-status", "done",
      ])
    let others = try FileManager.default.contentsOfDirectory(atPath: trial.directory.path.string + "/p").sorted()
    #expect(others == [".moved.mp3.download", "moved.mp3"])
  }

  @Test func `many episodes of any length, four at a time`() throws {
    let file = ServedFile(count: 300_000)
    let server = try WebServer { request in
      // Some state no length.
      request.target.hasSuffix("5.mp3")
        ? WebReply([.send(WebReply.header(200, [("Content-Type", "audio/mpeg")]) + file.bytes), .close])
        : file.reply(to: request)
    }
    var progress: [EpisodeDownloader.Progress] = []
    let episodes = (1...20).map { ("p/e\($0)", server.address("/\($0).mp3")) }
    let outcomes = try trial.download(episodes) { progress.append($0) }
    #expect(try outcomes.allSatisfy { try $0.get().bytes == 300_000 })
    for number in 1...20 { #expect(trial.bytes("p/e\(number).mp3") == file.bytes) }
    #expect(progress.map(\.endedCount).max() == 20)
    #expect(progress.allSatisfy { $0.bytes <= 300_000 })
  }

  @Test func `a connection that ends early is noticed by the size in the library`() throws {
    let file = ServedFile(count: 300_000)
    let count = Recorder<Int>()
    let server = try WebServer { request in
      count.record(1)
      let bytes = request.target == "/wrong.mp3" || count.values.count == 1 ? 200_000 : 300_000
      return WebReply([
        .send(WebReply.header(200, [("Content-Type", "audio/mpeg")]) + file.bytes.prefix(bytes)), .close,
      ])
    }
    #expect(failure(of: try trial.download(server.address("/a.mp3"), size: 300_000)) == .fetch(FetchError(.cutOff)))
    #expect(try trial.names == [".auroras.mp3.download", ".auroras.mp3.part"])
    #expect(try trial.download(server.address("/a.mp3"), size: 300_000).get().bytes == 300_000)
    // If the same number of bytes comes again, the library has a wrong size.
    let wrong = [("p/wrong", server.address("/wrong.mp3"))]
    #expect(failure(of: try trial.download(wrong, size: 300_000)[0]) == .fetch(FetchError(.cutOff)))
    #expect(try trial.download(wrong, size: 300_000)[0].get().bytes == 200_000)
  }

  @Test func `the protocol marks the end of chunks, so the size in the library does not matter`() throws {
    let chunk = Array("4\r\nsoun\r\n".utf8)
    let server = try WebServer { request in
      let header = WebReply.header(200, [("Transfer-Encoding", "chunked"), ("Content-Type", "audio/mpeg")])
      return WebReply([.send(header + chunk + (request.target == "/cut.mp3" ? [] : Array("0\r\n\r\n".utf8))), .close])
    }
    #expect(try trial.download(server.address("/a.mp3"), size: 300_000).get().bytes == 4)
    guard case .failure(.fetch(let error)) = try trial.download([("p/cut", server.address("/cut.mp3"))])[0] else {
      Issue.record("the missing end was not noticed")
      return
    }
    #expect(error.code == .cutOff)
  }

  @Test func `the limit counts all downloads, and is never exceeded`() throws {
    let file = ServedFile(count: 400_000)
    let server = try WebServer { request in
      request.target == "/endless.mp3"
        ? WebReply([.send(WebReply.header(200, []) + [UInt8](repeating: 1, count: 800_000)), .wait])
        : file.reply(to: request)
    }
    let limit = 1_000_000
    let outcomes = try trial.download((1...4).map { ("p/e\($0)", server.address("/\($0).mp3")) }, limit: limit)
    let done = outcomes.filter { failure(of: $0) == nil }
    #expect(done.count == 2)
    #expect(outcomes.compactMap(failure(of:)) == [.limitReached(limit: limit), .limitReached(limit: limit)])
    #expect(try trial.directory.contents().bytes == 800_000)
    // A length that nobody knows: it stops at the limit, and leaves nothing.
    #expect(
      failure(of: try trial.download(server.address("/endless.mp3"), limit: limit)) == .limitReached(limit: limit))
    #expect(try trial.directory.contents().bytes == 800_000)
    // The size in the library is enough to refuse it without a request.
    let requests = server.requests.count
    let stated = try trial.download(server.address("/x.mp3"), size: 300_000, limit: limit)
    #expect(failure(of: stated) == .limitReached(limit: limit) && server.requests.count == requests)
    // A smaller one still fits.
    let small = ServedFile(count: 100_000)
    let other = try WebServer { small.reply(to: $0) }
    #expect(try trial.download(other.address("/x.mp3"), limit: limit).get().bytes == 100_000)
  }

  @Test func `files of others stay, and links are not followed`() throws {
    let file = ServedFile(count: 1_000)
    let server = try WebServer { file.reply(to: $0) }
    let address = server.address("/a.mp3")
    _ = try trial.sandbox.shell(
      """
      mkdir -p ../downloads/night-sky ../elsewhere && echo mine > ../downloads/night-sky/auroras.mp3 \
      && ln -s ../elsewhere ../downloads/linked
      """)
    guard case .failure(.occupied) = try trial.download(address) else {
      Issue.record("it was replaced")
      return
    }
    #expect(trial.bytes("night-sky/auroras.mp3") == Array("mine\n".utf8))
    let outcomes = try trial.download([("linked/a", address)])
    guard case .failure(.system(_, .notDirectory)) = outcomes[0] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(try trial.sandbox.shell("ls -A ../elsewhere") == "")
    #expect(try trial.directory.contents().all.allSatisfy { $0.name.episode.rawValue == "night-sky/auroras" })
    let locked = try LockedDownloads(trial.directory)
    for item in try trial.directory.contents().all where !item.isComplete { try locked.remove(item.name) }
  }

  @Test func `a partial file that is a link is refused`() throws {
    let file = ServedFile(count: 1_000)
    let server = try WebServer { file.reply(to: $0) }
    _ = try trial.sandbox.shell(
      "mkdir -p ../downloads/night-sky && echo mine > ../victim && ln -s ../../victim ../downloads/night-sky/.auroras.mp3.part"
    )
    guard case .failure(.system) = try trial.download(server.address("/a.mp3")) else {
      Issue.record("the link was followed")
      return
    }
    #expect(try trial.sandbox.shell("cat ../victim") == "mine\n")
  }

  @Test func `removing a download leaves other files`() throws {
    let file = ServedFile(count: 1_000)
    let server = try WebServer { file.reply(to: $0) }
    let name = try trial.download(server.address("/a.mp3")).get().name
    _ = try trial.sandbox.shell("touch ../downloads/night-sky/cover.jpg ../downloads/notes.txt")
    do {
      let locked = try LockedDownloads(trial.directory)
      #expect(throws: DownloadError.busy(trial.directory.path)) { _ = try LockedDownloads(trial.directory) }
      try locked.remove(name)
    }
    #expect(try trial.names == ["cover.jpg"])
    #expect(try trial.directory.contents() == Downloads())
    _ = try trial.sandbox.shell("rm ../downloads/night-sky/cover.jpg")
    _ = try trial.download(server.address("/a.mp3")).get()
    try LockedDownloads(trial.directory).remove(name)
    #expect(try trial.sandbox.shell("ls -A ../downloads") == "notes.txt\n")
  }

  @Test func `a directory of git is refused`() throws {
    _ = try trial.sandbox.shell("mkdir -p .git/hooks && ln -s store/.git ../link")
    let directory = DownloadDirectory(at: trial.sandbox.root.appending("link/hooks"))
    #expect(throws: DownloadError.self) { _ = try LockedDownloads(directory) }
    #expect(try trial.sandbox.shell("ls -A .git/hooks") == "")
  }
}
