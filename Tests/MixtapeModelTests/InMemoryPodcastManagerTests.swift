import MixtapeModel
import TestSupport
import Testing

@Suite("InMemoryPodcastManager")
struct InMemoryPodcastManagerTests {
  @Test("keeps the contract", .timeLimit(.generous), arguments: podcastCases)
  func contract(_ contractCase: PodcastCase) async throws {
    try await contractCase.run(with: InMemoryLibraryFactory())
  }

  @Test("saves the plan that it returns, and only plans that change something")
  func savedPlans() throws {
    let saved = Recorder<PodcastPlan>()
    let manager = InMemoryPodcastManager(save: saved.record)
    let plan = try manager.add(.fixture("a"))
    try manager.tag([Podcast.ID(validating: "a")], "t")
    try manager.tag([Podcast.ID(validating: "a")], "t")
    #expect(saved.values.map(\.operation.kind) == [.add, .tag])
    #expect(saved.values.first == plan)
  }

  @Test("a failed save names the podcast and keeps the cause")
  func failedSave() throws {
    let manager = InMemoryPodcastManager(save: { _ in throw DiskFull() })
    let podcast = try Podcast.fixture("a")
    let error = expectError(.saveFailed, .podcast(podcast.id)) { try manager.add(podcast) }
    #expect(error?.cause is DiskFull)
  }
}

private struct InMemoryLibraryFactory: ManagerFactory {
  func withManager(
    holding podcasts: [Podcast], saves: SaveBehavior, _ body: (any PodcastManaging) async throws -> Void
  ) async throws {
    try await body(InMemoryPodcastManager(podcasts, save: saves.save()))
  }
}
