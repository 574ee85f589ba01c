import Interchange

/// The files of an import. An import is one commit, of playlists or of podcasts.
struct ListsToImport {
  let files: [ImportFile]
  /// Whether the files are lists of podcasts, and not playlists.
  let areOfPodcasts: Bool
  /// The number of files that were skipped.
  let skippedCount: Int
}

extension Session {
  /// Reads the files of an import, and reports those that it skips.
  ///
  /// - Parameters:
  ///   - arguments: Files and directories; `-` is standard input.
  ///   - format: The format of all files; `nil` to recognize it.
  /// - Throws: A ``CommandFailure`` if a named file cannot be read, or if both playlists and lists of podcasts were named.
  func readLists(_ arguments: [String], as format: FormatArgument?) throws -> ListsToImport {
    var collector = ImportFileCollector(in: context)
    for argument in arguments { try collector.add(argument) }
    for (path, reason) in collector.skipped {
      reporter.warn(code: "skipped-list", "\(ErrorPresenter.quoted(path)): \(reason); skipped")
    }
    let isOfPodcasts = { (file: ImportFile) in
      format?.isOfSubscriptions ?? SubscriptionFormat.recognizes(file.bytes, name: file.name)
    }
    let podcasts = collector.files.filter(isOfPodcasts)
    guard !podcasts.isEmpty, podcasts.count < collector.files.count else {
      return ListsToImport(
        files: collector.files, areOfPodcasts: !podcasts.isEmpty, skippedCount: collector.skipped.count)
    }
    try skip(podcasts)
    return ListsToImport(
      files: collector.files.filter { !isOfPodcasts($0) }, areOfPodcasts: false,
      skippedCount: collector.skipped.count + podcasts.count)
  }

  /// Skips lists of podcasts beside playlists.
  ///
  /// - Throws: A ``CommandFailure`` if one of them was named.
  private func skip(_ podcasts: [ImportFile]) throws(CommandFailure) {
    if let named = podcasts.first(where: { !$0.isFound }) {
      throw CommandFailure(
        .usage, code: "mixed-import",
        "\(ErrorPresenter.quoted(named.path)) is a list of podcasts, and other files are playlists",
        hints: "import it with a separate command")
    }
    for file in podcasts {
      reporter.warn(
        code: "skipped-list",
        "\(ErrorPresenter.quoted(file.path)): skipped a list of podcasts, because other files are playlists",
        hints: ["import it with a separate command"])
    }
  }
}
