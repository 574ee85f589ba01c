public import MixtapeModel

/// Statistics of many simulated rounds: the places of each episode, the distance between its plays, and the distance
/// between plays of one podcast or album.
public struct ListeningStatistics: Sendable {
  /// The episodes, each once, in the order of the list.
  public let episodes: [Episode]
  /// The number of times that each episode (inner index) was at each place of a round (outer index).
  public private(set) var places: [[Int]]
  /// The number of times that an episode played again after a number of plays (index).
  public private(set) var repeats: [Int] = []
  /// The number of times that a podcast or album played again after a number of plays (index).
  public private(set) var spacing: [Int] = []
  /// The number of simulations.
  public private(set) var runs = 0
  /// The number of plays in all simulations.
  public private(set) var plays = 0

  private let indices: [Episode.ID: Int]
  private let collections: [Int]
  /// The number of each episode's last play in this run.
  private var lastPlay: [Int?] = []
  private var lastOfCollection: [Int?] = []
  private var turn = 0
  private var round = 0
  private var place = 0

  /// Runs a simulation several times, each time with the next seed. O(plays).
  public init(of setup: Simulation.Setup, runs: Int, until limit: Simulation.Limit) {
    self.init(of: setup.episodes)
    var setup = setup
    for _ in 0..<runs {
      begin()
      var simulation = Simulation(setup)
      _ = simulation.run(until: limit) { add($0) }
      setup.seed &+= 1
    }
  }

  private init(of episodes: [Episode]) {
    var seen = Set<Episode.ID>()
    let episodes = episodes.filter { seen.insert($0.id).inserted }
    self.episodes = episodes
    indices = Dictionary(uniqueKeysWithValues: zip(episodes.map(\.id), episodes.indices))
    collections = ShuffleTraits(of: episodes).collections
    places = Array(repeating: Array(repeating: 0, count: episodes.count), count: episodes.count)
  }

  private mutating func begin() {
    runs += 1
    lastPlay = Array(repeating: nil, count: episodes.count)
    lastOfCollection = lastPlay
    (turn, round, place) = (0, 0, 0)
  }

  private mutating func add(_ play: SimulatedPlay) {
    guard let episode = indices[play.episode.id] else { return }
    if play.round != round { (round, place) = (play.round, 0) }
    if place < places.count { places[place][episode] += 1 }
    if let last = lastPlay[episode] { repeats.count(turn - last) }
    if let last = lastOfCollection[collections[episode]] { spacing.count(turn - last) }
    lastPlay[episode] = turn
    lastOfCollection[collections[episode]] = turn
    plays += 1
    turn += 1
    place += 1
  }

  /// The unevenness of ``places``: Pearson's chi-squared statistic, divided by its degrees of freedom. It is about 1 if all
  /// episodes are equally likely at each place. Otherwise it grows with the number of rounds.
  public var unevenness: Double {
    let counts = places.flatMap(\.self)
    let total = counts.reduce(0, +)
    guard episodes.count > 1, total > 0 else { return 0 }
    let expected = Double(total) / Double(counts.count)
    let statistic = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    return statistic / Double((episodes.count - 1) * (episodes.count - 1))
  }
}

extension [Int] {
  fileprivate mutating func count(_ offset: Int) {
    while self.count <= offset { append(0) }
    self[offset] += 1
  }
}
