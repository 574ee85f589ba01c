internal import LosslessTOML
internal import MixtapeModel

/// Three versions of a file that are valid.
struct FileVersions<File: MergeableFile> {
  let base, ours, theirs: File
  /// The keys that both sides set and that have no common value, not even the default one: all of them if both created the file, and those
  /// that are in conflict in the base.
  let keysWithoutBase: Set<String>

  /// Parses three versions. An invalid base is read without its conflicts, if possible.
  ///
  /// - Throws: `invalid`.
  init(_ sources: VersionSources, _ parse: ([UInt8]) -> File) throws(MergedFile.Refusal) {
    var files = sources.all.map(parse)
    var undecided: Set<String> = []
    if files[0].value == nil, let base = UndecidedBase(sources.base, combining: File.combinedKeys) {
      (files[0], undecided) = (parse(base.source), base.keys)
    }
    let invalid = zip([MergedFile.Version.base, .ours, .theirs], files).filter { $1.value == nil }.map(\.0)
    guard invalid.isEmpty else { throw .invalid(invalid) }
    (base, ours, theirs) = (files[0], files[1], files[2])
    let keys = files.map { $0.document.root.entries.map(\.key) }
    let common = keys[1].filter(Set(keys[2]).contains)
    keysWithoutBase = Set(keys[0].isEmpty ? common : common.filter(undecided.contains))
  }
}
