import FileSystem
import SystemPackage
import TestSupport
import Testing

/// Work on several threads.
@Suite struct SeveralThreadsTests {
  @Test(arguments: [0, 1, 9, 10, 19, 20, 21, 995, 1_003])
  func resultsAreInTheOrderOfTheElements(count: Int) {
    let results = Array(0..<count).concurrentMap(chunkSize: 10) { "\($0)" }
    #expect(results == (0..<count).map { "\($0)" })
  }

  @Test func backgroundWorkRunsOnce() {
    for number in 0..<200 {
      let work = BackgroundWork { [number] }
      #expect(work.finish() == [number])
      #expect(work.finish() == [number])
    }
  }

  @Test func theStartOfAShortFile() throws {
    let sandbox = try Sandbox()
    for (text, start) in [("", ""), ("abc", "abc"), ("abcd", "abcd"), ("abcde", "abcd")] {
      try sandbox.write(text, to: "file")
      #expect(try FileAccess.readStart(of: sandbox.store.appending("file"), count: 4) == Array(start.utf8))
    }
    #expect(throws: FileAccess.Failure.self) {
      try FileAccess.readStart(of: sandbox.store.appending("absent"), count: 4)
    }
  }
}
