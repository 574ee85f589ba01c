import MixtapeModel
import MixtapeStore

extension ErrorPresenter {
  /// There is no such state, and which there are.
  static func noSuchRevision(_ error: MixtapeError) -> (String, [String]) {
    let message = "there is no revision \(name(error.subject))"
    switch error.cause as? RevisionFailure {
    case .tooFewVersions(0): return ("\(message): nothing is committed yet", [])
    case .tooFewVersions(let count): return ("\(message): the oldest version is @{\(count - 1)}", [])
    case .beforeHistory(let date, let utcOffset):
      return ("\(message): history begins at \(Timestamp(date, utcOffset: utcOffset).text)", [])
    case .cutOff(let boundary): return (message, ["older history is not here: \(reason(of: boundary))"])
    case .ambiguous:
      return ("several objects of git have ids that begin with \(name(error.subject))", ["more digits tell them apart"])
    case nil:
      return (message, ["`mixtape history` lists the revisions; @{1}, yesterday and 2026-03-01 are understood too"])
    }
  }
}
