internal import MixtapeModel

/// The `.gitattributes` file of a store. See `gitattributes(5)`.
///
/// libgit2 is not asked, because it also reads the version of the file in git's index, which git ignores.
enum StoreAttributes {
  /// The name of the file, in the store's directory.
  static let fileName = ".gitattributes"

  /// The content in a new store.
  static let initialSource = Array("*.toml -text merge=\(MergeDriver.name)\n".utf8)

  /// Common patterns that match all files of a store.
  private static let patterns: Set<Substring> = ["*", "**", "*.toml", "**/*.toml"]

  /// Returns the attributes of all files of a store, in order.
  static func words(in source: [UInt8]) -> [Substring] {
    String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline).flatMap {
      line -> ArraySlice<Substring> in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.first.map(patterns.contains) == true ? words.dropFirst() : []
    }
  }

  /// Returns the file with attributes in a new last line, so that they take precedence over earlier lines.
  static func adding(_ attributes: String, to source: [UInt8]) -> [UInt8] {
    let endsInLineEnd = source.isEmpty || source.last == UInt8(ascii: "\n")
    return source + (endsInLineEnd ? [] : [UInt8(ascii: "\n")]) + Array("*.toml \(attributes)\n".utf8)
  }
}

/// The attribute that prevents git from converting line ends, because every byte has to stay.
enum LineEndProtection {
  static let attribute = "-text"

  /// Returns whether a `.gitattributes` file prevents git from converting line ends of the store's files.
  static func isEffective(in source: [UInt8]) -> Bool {
    var isEffective = false
    for word in StoreAttributes.words(in: source) {
      switch word {
      case "-text", "binary": isEffective = true
      case "text", "!text": isEffective = false
      default: if word.hasPrefix("text=") { isEffective = false }
      }
    }
    return isEffective
  }
}

/// Mixtape as git's merge driver for the files of a store. See `gitattributes(5)`.
///
/// The attribute `merge=mixtape` names the driver, and is part of the store. The command of the driver is part of each clone's
/// own configuration. Git merges line by line where that is missing.
enum MergeDriver {
  static let name = "mixtape"
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
