import MixtapeModel
import Testing

let concurrencyCases: [PlaylistCase] = [
  PlaylistCase("many tasks at once: every episode is added exactly once") { manager in
    let shared = try [Episode.ID].fixture(["shared"])
    let plans = try await inParallel(count: 12) { number in
      try manager.add(.fixture(["own-\(number)"]) + shared, to: .evening)
    }
    let episodes = try manager.existing("evening").episodes
    let expected = (0..<12).map { "own-\($0)" } + ["shared"]
    #expect(episodes.map(\.name).sorted() == expected.sorted())
    #expect(plans.count { $0.refused.isEmpty } == 1)
    #expect(plans.count { $0.refused == shared } == 11)
  },
  PlaylistCase("many tasks at once: only one can create an id") { manager in
    let made = try await inParallel(count: 8) { number -> String? in
      do {
        return try manager.create(.fixture("new", name: "Number \(number)")).name
      } catch let error as MixtapeError where error.code == .alreadyExists {
        return nil
      }
    }
    #expect(made.compactMap(\.self) == [try manager.existing("new").name])
  },
  PlaylistCase("many tasks at once: copies get different ids") { manager in
    let copies = try await inParallel(count: 6) { _ in try manager.duplicate(.focus).after?.id.rawValue }
    let expected = ["deep-focus-copy"] + (2...6).map { "deep-focus-copy-\($0)" }
    #expect(copies.compactMap(\.self).sorted() == expected)
    #expect(try manager.ids().filter { $0.hasPrefix("deep-focus-copy") } == expected)
  },
  PlaylistCase("many tasks at once: changes are sent in the order in which they were made") { manager in
    let listener = manager.changes()
    let start = try manager.timeless("evening")
    _ = try await inParallel(count: 8) { number in try manager.add(.fixture(["\(number)"]), to: .evening) }
    var last = start
    for await change in listener.prefix(8) {
      guard case .updated(let before, let after) = change else {
        Issue.record("no update: \(change)")
        continue
      }
      #expect(before.timeless == last && after.episodes.count == last.episodes.count + 1)
      last = after.timeless
    }
    #expect(try manager.timeless("evening") == last)
  },
]
