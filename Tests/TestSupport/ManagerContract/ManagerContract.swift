public import MixtapeModel
public import Testing

/// Makes the managers of an implementation, against which a contract is run.
///
///     @Test(.timeLimit(.generous), arguments: playlistCases)
///     func contract(_ contractCase: PlaylistCase) async throws {
///       try await contractCase.run(with: MyFactory())
///     }
public protocol ManagerFactory<Item, Manager>: Sendable {
  /// The type of the items: playlists or podcasts.
  associatedtype Item: FileBacked
  /// The type of the manager: `any PlaylistManaging` or `any PodcastManaging`.
  associatedtype Manager

  /// Makes a manager, passes it to `body`, and removes its resources afterwards, such as a directory.
  ///
  /// - Parameters:
  ///   - items: The initial items; times of playlists are `nil`.
  ///   - saves: The behaviour of saving.
  func withManager(
    holding items: [Item], saves: SaveBehavior, _ body: (Manager) async throws -> Void
  ) async throws
}

/// The behaviour of a manager's saves.
public enum SaveBehavior: Hashable, Sendable {
  /// All saves succeed.
  case succeed
  /// The first save fails, and the others succeed.
  case failOnce
}

/// A test of one requirement on every manager.
public struct ContractCase<Item: FileBacked, Manager>: Sendable, CustomTestStringConvertible {
  typealias Body = @Sendable (Manager) async throws -> Void

  /// The requirement.
  public let name: String
  private let saves: SaveBehavior
  private let start: @Sendable () throws -> [Item]
  private let body: Body

  /// Makes a case with initial items.
  init(
    _ name: String, saves: SaveBehavior = .succeed, startingFrom start: @escaping @Sendable () throws -> [Item],
    _ body: @escaping Body
  ) {
    self.name = name
    self.saves = saves
    self.start = start
    self.body = body
  }

  /// The requirement.
  public var testDescription: String { name }

  /// Runs the case with a manager that the factory makes.
  public func run(with factory: some ManagerFactory<Item, Manager>) async throws {
    try await factory.withManager(holding: try start(), saves: saves, body)
  }
}

/// A requirement on every ``PlaylistManaging``.
public typealias PlaylistCase = ContractCase<Playlist, any PlaylistManaging>

extension PlaylistCase {
  /// Makes a case. The default items are the three playlists of the fixture.
  init(
    _ name: String, saves: SaveBehavior = .succeed,
    holding start: @autoclosure @escaping @Sendable () throws -> [Playlist] = try .fixture(),
    _ body: @escaping Body
  ) {
    self.init(name, saves: saves, startingFrom: start, body)
  }
}

/// A requirement on every ``PodcastManaging``.
public typealias PodcastCase = ContractCase<Podcast, any PodcastManaging>

extension PodcastCase {
  /// Makes a case. The default items are the four podcasts of the fixture.
  init(
    _ name: String, saves: SaveBehavior = .succeed,
    holding start: @autoclosure @escaping @Sendable () throws -> [Podcast] = try .fixture(),
    _ body: @escaping Body
  ) {
    self.init(name, saves: saves, startingFrom: start, body)
  }
}

/// All requirements on ``PlaylistManaging``.
public let playlistCases: [PlaylistCase] =
  readingCases + creationCases + importCases + updateCases + deletionCases + duplicationCases + renamingCases
  + describingCases
  + additionCases + assignmentCases + removalCases + reorderCases + settingCases + editCases + criteriaCases
  + folderCases
  + wholeFolderCases
  + listeningCases
  + concurrencyCases + failureCases

/// All requirements on ``PodcastManaging``.
public let podcastCases: [PodcastCase] =
  podcastReadingCases + podcastAdditionCases + podcastEditCases + podcastRemovalCases + tagCases + libraryFolderCases
  + episodeOperationCases
  + ratingCases + playCases + mergeCases + podcastListeningCases + podcastConcurrencyCases + podcastFailureCases
