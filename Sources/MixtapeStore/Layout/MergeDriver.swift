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
  /// Git takes every status from 1 to 128 for a conflict and keeps only our version. So the command merges line by line if the
  /// program is missing or ends with a status other than 0 and 1, as an older version without `merge-file` does. `--path=%P`
  /// allows paths that begin with `-`.
  static let settings = [
    (name: "merge.\(name).name", value: "Mixtape: playlists and library files by meaning"),
    (name: command, value: line),
  ]

  /// The name of the record that a missing driver was mentioned.
  static let noticeTopic = "merge-driver"

  /// The setting with the command of the driver.
  static let command = "merge.\(name).driver"
  private static let line = """
    if command -v mixtape >/dev/null 2>&1; \
    then mixtape merge-file --marker-size=%L --path=%P %O %A %B; status=$?; else status=127; fi; \
    if [ $status -gt 1 ]; then git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; \
    else exit $status; fi
    """

  /// Returns whether a `.gitattributes` file names the driver for the store's files.
  static func isNamed(in source: [UInt8]) -> Bool {
    StoreAttributes.words(in: source).last { isAboutMerges($0) }.map { $0 == attribute } ?? false
  }

  private static func isAboutMerges(_ word: Substring) -> Bool {
    ["merge", "-merge", "!merge", "binary"].contains(word) || word.hasPrefix("merge=")
  }
}
