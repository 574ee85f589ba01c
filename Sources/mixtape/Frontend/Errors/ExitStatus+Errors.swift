import GitHistory
import MixtapeLibrary
import MixtapeModel
import MixtapeStore

extension ExitStatus {
  /// Returns the status for an error of the model or the store.
  init(for error: MixtapeError) {
    if let refusal = error.cause as? SyncRefusal {
      self = ErrorPresenter.status(of: refusal)
      return
    }
    if let failure = error.cause as? GitProgramError {
      self = ErrorPresenter.status(of: failure)
      return
    }
    if let failure = error.cause as? GitError, failure.isNameConflict {
      self = .exists
      return
    }
    self =
      switch error.code {
      case .noSuchRevision where [.noSuchTime, .timeWithoutDate].contains(error.cause as? RevisionFailure): .usage
      case .notFound, .notCheckedOut, .noSuchRule, .positionOutOfRange, .episodeNotInPlaylist, .noStore,
        .noSuchRevision, .nothingToImport, .noWorkingDirectory:
        .notFound
      case .alreadyExists, .storeExists: .exists
      case .invalidID, .invalidFolder, .invalidName, .noIDInName, .invalidRating, .invalidValue, .invalidRule,
        .noEffect:
        .usage
      case .invalidFile, .invalidVersion, .conflict, .fileTooLarge: .invalid
      case .locked, .repositoryBusy, .changedMeanwhile, .interrupted, .stopped, .markedFile, .filesVanished:
        .locked
      case .nothingToUndo, .nothingToRedo, .notRevertible: .nothingToDo
      case .library: Self(for: error.cause as? LibraryError)
      default: .inputOutput
      }
  }

  /// Returns the status for an error of the library. A rule of a file that cannot be run is invalid content.
  private init(for error: LibraryError?) {
    self =
      switch error?.code {
      case .cycle, .invalidPattern, .patternTooCostly, .ruleTooDeep: .invalid
      default: .inputOutput
      }
  }
}
