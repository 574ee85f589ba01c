internal import MixtapeModel

extension MergeDriver {
  /// Returns whether the configuration of a repository has a command for the driver.
  static func isConfigured(in repository: StoreRepository) throws(MixtapeError) -> Bool {
    try repository.setting(command) != nil
  }

  /// Sets the driver in the configuration of a repository. A command that the user has set stays.
  static func configure(_ repository: StoreRepository) throws(MixtapeError) {
    if try isConfigured(in: repository) { return }
    try repository.setLocally(settings)
  }
}
