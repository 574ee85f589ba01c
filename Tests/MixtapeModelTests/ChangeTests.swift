import Foundation
import MixtapeModel
import TestSupport
import Testing

@Suite("PlaylistChange")
struct PlaylistChangeTests {
  let before: Playlist

  init() throws {
    before = try .fixture("x", name: "X").withTimes(created: .distantPast, updated: .distantPast)
  }

  @Test("creation, deletion, and no change")
  func existence() {
    #expect(PlaylistChange(from: nil, to: before) == .created(before))
    #expect(PlaylistChange(from: before, to: nil) == .deleted(before))
    #expect(PlaylistChange(from: nil, to: nil) == nil)
    #expect(PlaylistChange(from: before, to: before) == nil)
  }

  @Test("another folder is a move; further differences are an update")
  func moves() throws {
    let moved = before.withFolder(try Folder(validating: "f"))
    let later = moved.withTimes(created: .distantPast, updated: .distantFuture)
    let renamed = try later.withName("Y")
    #expect(PlaylistChange(from: before, to: moved) == .moved(from: before, to: moved))
    #expect(PlaylistChange(from: before, to: later) == .moved(from: before, to: later))
    #expect(PlaylistChange(from: before, to: renamed) == .updated(from: before, to: renamed))
  }

  @Test("a different time alone is an update")
  func times() {
    let later = before.withTimes(created: .distantPast, updated: .distantFuture)
    #expect(PlaylistChange(from: before, to: later) == .updated(from: before, to: later))
  }
}

@Suite("ChangeBroadcaster", .timeLimit(.generous))
struct ChangeBroadcasterTests {
  @Test("every listener gets all later values until the broadcaster is released")
  func listeners() async {
    var broadcaster: ChangeBroadcaster<Int>? = ChangeBroadcaster()
    let early = broadcaster?.listen()
    broadcaster?.send(1)
    let late = broadcaster?.listen()
    broadcaster?.send(2)
    broadcaster?.send(3)
    broadcaster = nil
    #expect(await collect(early) == [1, 2, 3])
    #expect(await collect(late) == [2, 3])
  }

  @Test("a cancelled listener ends, and the others continue")
  func cancellation() async {
    let broadcaster = ChangeBroadcaster<Int>()
    let (cancelled, staying) = (broadcaster.listen(), broadcaster.listen())
    let task = Task { await collect(cancelled) }
    task.cancel()
    #expect(await task.value == [])
    broadcaster.send(1)
    #expect(await staying.first { _ in true } == 1)
  }

  @Test("a released listener does not affect others")
  func dropped() async {
    let broadcaster = ChangeBroadcaster<Int>()
    _ = broadcaster.listen()
    let staying = broadcaster.listen()
    broadcaster.send(1)
    #expect(await staying.first { _ in true } == 1)
  }

  @Test("all listeners get the values of many tasks in the same order")
  func order() async {
    let broadcaster = ChangeBroadcaster<Int>()
    let (left, right) = (broadcaster.listen(), broadcaster.listen())
    await withTaskGroup { group in
      for number in 0..<100 { group.addTask { broadcaster.send(number) } }
    }
    let heard = await collect(left.prefix(100))
    #expect(heard.sorted() == Array(0..<100))
    #expect(await collect(right.prefix(100)) == heard)
  }
}

private func collect<Values: AsyncSequence<Int, Never>>(_ values: Values?) async -> [Int] {
  guard let values else { return [] }
  var collected: [Int] = []
  for await value in values { collected.append(value) }
  return collected
}
