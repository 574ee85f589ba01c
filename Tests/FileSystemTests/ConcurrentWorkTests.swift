@testable import FileSystem
import Synchronization
import Testing

@Suite struct ConcurrentWorkTests {
  @Test(arguments: [0, 1, 7, 499, 500, 501, 10_000]) func mapsEachElementOnceInOrder(count: Int) {
    let calls = Atomic(0)
    let results = Array(0..<count).concurrentMap(chunkSize: 50) { number in
      calls.add(1, ordering: .relaxed)
      return "\(number * 2)"
    }
    #expect(results == (0..<count).map { "\($0 * 2)" })
    #expect(calls.load(ordering: .relaxed) == count)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 1_000]) func readsAheadInOrder(count: Int) {
    let calls = Atomic(0)
    let ahead = ReadAhead(Array(0..<count), smallestShare: 4) { number in
      calls.add(1, ordering: .relaxed)
      return "\(number)"
    }
    var results: [String] = []
    while let result = ahead.next() { results.append(result) }
    #expect(results == (0..<count).map(String.init))
    #expect(calls.load(ordering: .relaxed) == count)
    #expect(ahead.next() == nil)
  }

  @Test func readsAheadUpToTheLimit() {
    let calls = Atomic(0)
    let ahead = ReadAhead(Array(0..<10_000), smallestShare: 1) { number in
      calls.add(1, ordering: .relaxed)
      return number
    }
    #expect(ahead.next() == 0)
    // One result is taken; at most 16 others may wait.
    #expect((1...17).contains(calls.load(ordering: .relaxed)))
  }

  @Test func backgroundWorkRunsOnce() {
    for number in 0..<200 {
      let calls = Atomic(0)
      let work = BackgroundWork {
        calls.add(1, ordering: .relaxed)
        return number
      }
      #expect(work.finish() == number)
      #expect(work.finish() == number)
      #expect(calls.load(ordering: .relaxed) == 1)
    }
  }
}
