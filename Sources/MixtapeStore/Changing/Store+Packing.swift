internal import GitHistory

extension Store {
  /// Says so when a change has left more loose objects than git leaves alone. Each change adds some, and libgit2 packs
  /// none.
  func notifyIfPackingIsDue(in repository: Repository) {
    do throws(GitError) {
      let objects = try repository.looseObjects()
      if objects.exceedsLimit { context.notify(.packingDue(in: directory, objects)) }
    } catch {
      // The change is made, and whoever reads the objects next meets the same error.
    }
  }
}
