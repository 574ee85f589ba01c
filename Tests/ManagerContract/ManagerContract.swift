public import MixtapeModel
public import Testing

/// Makes the managers that a contract is run against: the one thing an implementation has to bring.
///
///     @Test(.timeLimit(.generous), arguments: playlistCases)
///     func contract(_ contractCase: PlaylistCase) async throws {
///       try await contractCase.run(with: MyFactory())
///     }
public protocol ManagerFactory<Item, Manager>: Sendable {
  /// What is managed: playlists or podcasts.
  associatedtype Item: FileBacked
  /// Who manages it: `any PlaylistManaging` or `any PodcastManaging`.
  associatedtype Manager

  /// Makes a manager, hands it to `body`, and clears away afterwards what it needed, such as a directory.
  ///
  /// - Parameters:
  ///   - items: What the manager holds at first; times of playlists are `nil`.
  ///   - saves: Whether saving works.
  func withManager(
    holding items: [Item], saves: SaveBehavior, _ body: (Manager) async throws -> Void
  ) async throws
}

/// How a manager made for a case saves.
public enum SaveBehavior: Hashable, Sendable {
  /// Every save works.
  case succeed
  /// The first save fails; those after it work.
  case failOnce
}

/// One promise that every manager keeps, as a test.
public struct ContractCase<Item: FileBacked, Manager>: Sendable, CustomTestStringConvertible {
  typealias Body = @Sendable (Manager) async throws -> Void

  /// The promise in words.
  public let name: String
  private let saves: SaveBehavior
  private let start: @Sendable () throws -> [Item]
  private let body: Body

  /// Makes a case that starts from some items.
  init(
    _ name: String, saves: SaveBehavior = .succeed, startingFrom start: @escaping @Sendable () throws -> [Item],
    _ body: @escaping Body
  ) {
    self.name = name
    self.saves = saves
    self.start = start
    self.body = body
  }

  /// The promise in words.
  public var testDescription: String { name }

  /// Runs the case against a manager that the factory makes.
  public func run(with factory: some ManagerFactory<Item, Manager>) async throws {
    try await factory.withManager(holding: try start(), saves: saves, body)
  }
}

/// One promise that every ``PlaylistManaging`` keeps.
public typealias PlaylistCase = ContractCase<Playlist, any PlaylistManaging>

extension PlaylistCase {
  /// Makes a case; it starts from the three playlists of the fixture unless others are given.
  init(
    _ name: String, saves: SaveBehavior = .succeed,
    holding start: @autoclosure @escaping @Sendable () throws -> [Playlist] = try .fixture(),
    _ body: @escaping Body
  ) {
    self.init(name, saves: saves, startingFrom: start, body)
  }
}

/// One promise that every ``PodcastManaging`` keeps.
public typealias PodcastCase = ContractCase<Podcast, any PodcastManaging>

extension PodcastCase {
  /// Makes a case; it starts from the four podcasts of the fixture unless others are given.
  init(
    _ name: String, saves: SaveBehavior = .succeed,
    holding start: @autoclosure @escaping @Sendable () throws -> [Podcast] = try .fixture(),
    _ body: @escaping Body
  ) {
    self.init(name, saves: saves, startingFrom: start, body)
  }
}

/// Every promise of ``PlaylistManaging``.
public let playlistCases: [PlaylistCase] =
  readingCases + creationCases + updateCases + deletionCases + duplicationCases + renamingCases + describingCases
  + additionCases + removalCases + reorderCases + settingCases + criteriaCases + folderCases + wholeFolderCases
  + listeningCases
  + concurrencyCases + failureCases

/// Every promise of ``PodcastManaging``.
public let podcastCases: [PodcastCase] =
  podcastReadingCases + podcastAdditionCases + podcastEditCases + podcastRemovalCases + tagCases + libraryFolderCases
  + ratingCases + playCases + podcastListeningCases + podcastConcurrencyCases + podcastFailureCases
