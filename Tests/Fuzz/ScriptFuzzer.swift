internal import MixtapeModel
@testable internal import MixtapePlayer

/// Reads a script. Faults point into the text, in order. A script without faults has ascending times, and is run in a
/// simulation if that is not too long.
func fuzzScript(_ source: [UInt8]) {
  let episodes = FuzzedLibrary.shared.episodes
  let library = Dictionary(uniqueKeysWithValues: episodes.map { ($0.id, $0) })
  switch Script.parse(source, library: library) {
  case .failure(let failure):
    precondition(!failure.faults.isEmpty, "a script is refused without a reason")
    check(failure.faults, in: source)
    precondition(failure.faults.map(\.range.lowerBound).isSorted, "faults are not in order")
  case .success(let script):
    let times = script.steps.map(\.time)
    precondition(times.isSorted && times.allSatisfy { $0 >= .zero }, "the script goes back in time")
    guard times.last ?? .zero <= .seconds(7_200) else { return }
    var simulation = Simulation(
      Simulation.Setup(episodes: episodes, seed: 1, start: FuzzedLibrary.now), script: script)
    check(simulation.run { _ in }, in: source)
    precondition(simulation.now >= times.last ?? .zero, "the script was not run to its end")
  }
}

private func check(_ faults: [Script.Fault], in source: [UInt8]) {
  for fault in faults {
    let range = fault.range
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count, "a fault points out of the script")
  }
}

extension Array where Element: Comparable {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy(<=) }
}
