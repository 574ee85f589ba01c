public import MixtapeModel
public import Testing

/// Makes the managers that the contract is run against: the one thing an implementation has to bring.
///
///     @Test(.timeLimit(.minutes(1)), arguments: contractCases)
///     func contract(_ contractCase: ContractCase) async throws {
///       try await contractCase.run(with: MyFactory())
///     }
public protocol ManagerFactory: Sendable {
  /// Makes a manager, hands it to `body`, and clears away afterwards what it needed, such as a directory.
  ///
  /// - Parameters:
  ///   - playlists: What the manager holds at first; their times are `nil`.
  ///   - saves: Whether saving works.
  func withManager(
    holding playlists: [Playlist], saves: SaveBehavior, _ body: (any PlaylistManaging) async throws -> Void
  ) async throws
}

/// How a manager made for a case saves.
public enum SaveBehavior: Hashable, Sendable {
  /// Every save works.
  case succeed
  /// The first save fails; those after it work.
  case failOnce
}

/// One promise that every ``PlaylistManaging`` keeps, as a test.
public struct ContractCase: Sendable, CustomTestStringConvertible {
  typealias Body = @Sendable (any PlaylistManaging) async throws -> Void

  /// The promise in words.
  public let name: String
  private let saves: SaveBehavior
  private let start: @Sendable () throws -> [Playlist]
  private let body: Body

  /// Makes a case; it starts from the three playlists of the fixture unless others are given.
  init(
    _ name: String, saves: SaveBehavior = .succeed,
    holding start: @autoclosure @escaping @Sendable () throws -> [Playlist] = try .fixture(),
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
  public func run(with factory: some ManagerFactory) async throws {
    try await factory.withManager(holding: try start(), saves: saves, body)
  }
}

/// Every promise of ``PlaylistManaging``.
public let contractCases: [ContractCase] =
  readingCases + creationCases + updateCases + deletionCases + duplicationCases + renamingCases + describingCases
  + additionCases + removalCases + reorderCases + settingCases + folderCases + listeningCases + concurrencyCases
  + failureCases
