internal import MixtapeModel

/// Mixtape as git's merge driver for the files of a store. See `gitattributes(5)`.
///
/// The attribute `merge=mixtape` names the driver, and is part of the store. The command of the driver is part of each clone's
/// own configuration. Git merges line by line where that is missing.
enum MergeDriver {
  /// The name of the driver.
  static let name = "mixtape"
  /// The attribute that names it.
  static let attribute = "merge=\(name)"

  /// The settings of a repository for the driver.
  ///
  /// Git would take a missing program for a conflict and keep only our version, so the command then merges line by line.
  static let settings = [
    (name: "merge.\(name).name", value: "Mixtape: playlists and library files by meaning"),
    (name: command, value: line),
  ]

  /// The name of the record that a missing driver was mentioned.
  static let noticeTopic = "merge-driver"

  private static let command = "merge.\(name).driver"
  private static let line = """
    if command -v mixtape >/dev/null 2>&1; \
    then mixtape merge-file --marker-size %L --path %P %O %A %B; \
    else git merge-file --marker-size=%L %A %O %B; fi
    """

  /// Returns whether a `.gitattributes` file names the driver for the store's files.
  static func isNamed(in source: [UInt8]) -> Bool {
    StoreAttributes.words(in: source).last { isAboutMerges($0) }.map { $0 == attribute } ?? false
  }

  private static func isAboutMerges(_ word: Substring) -> Bool {
    ["merge", "-merge", "!merge", "binary"].contains(word) || word.hasPrefix("merge=")
  }

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
