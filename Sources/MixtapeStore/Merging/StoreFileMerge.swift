internal import GitHistory
public import MixtapeModel
public import PlaylistFiles

/// A three-way merge of one file of a store: by meaning if possible, else line by line.
public struct StoreFileMerge: Sendable {
  /// The bytes of the merged file, with git's markers around conflicts.
  public let bytes: [UInt8]
  /// The keys in conflict, for a merge by meaning.
  public let conflicts: [FileConflict]
  /// The comments that a merge by meaning put at the end of the file, because they have no other place.
  public let commentsAtEnd: [String]
  /// The reason why the file was merged line by line; `nil` for a merge by meaning.
  public let refusal: MergedFile.Refusal?
  /// Whether the result has no conflict, and nobody has to check it.
  public let isClean: Bool

  /// Merges three versions of a file.
  ///
  /// The path decides about the kind of the file: playlists, library files, and other TOML files, which are merged key by key.
  /// A version that has errors or is not TOML is merged line by line. If only the common version has errors, the result is not
  /// clean, also without markers.
  ///
  /// - Parameters:
  ///   - base: The common version; empty if both sides created the file.
  ///   - path: The path of the file below the store's directory.
  ///   - markerSize: The number of characters of each conflict marker.
  ///   - names: The names of ours and theirs in conflict markers.
  /// - Throws: ``MixtapeError/Code/repository`` if the lines cannot be merged: a version is not text, or memory is short.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, markerSize: Int = 7,
    names: (ours: String, theirs: String) = ("ours", "theirs")
  ) throws(MixtapeError) {
    do throws(MergedFile.Refusal) {
      let merged = try Self.byMeaning(base: base, ours: ours, theirs: theirs, path: path)
      bytes = merged.bytes(.markers(size: markerSize, ours: names.ours, theirs: names.theirs))
      conflicts = merged.conflicts
      commentsAtEnd = merged.commentsAtEnd
      refusal = nil
      isClean = merged.conflicts.isEmpty
    } catch {
      let merged = try StoreRepository.checked(
        try Repository.mergedWithMarkers(ours, theirs, from: base, markerSize: markerSize, names: names))
      guard let text = merged.text else {
        throw .repository(GitError(.invalidArgument, .diff, message: "a version of \(path) is not text"))
      }
      bytes = text
      (conflicts, commentsAtEnd) = ([], [])
      refusal = error
      isClean = merged.isClean && !error.isOfBaseAlone
    }
  }

  /// Merges three versions by meaning, without lines.
  static func byMeaning(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, _ precedence: MergePrecedence = .neither
  ) throws(MergedFile.Refusal) -> MergedFile {
    let folder = SectionFile(path: path)?.folder ?? .top
    if let id = SectionFile.playlistID(at: path) {
      return try .playlist(
        base: base, ours: ours, theirs: theirs, id: id, folder: folder, precedence: precedence,
        lines: mergedLines)
    }
    if let id = SectionFile.podcastID(at: path) {
      return try .podcast(
        base: base, ours: ours, theirs: theirs, id: id, folder: folder, precedence: precedence,
        lines: mergedLines)
    }
    if Section(containing: path) == .templates, let name = SectionFile(path: path)?.name,
      let id = Playlist.ID(rawValue: name)
    {
      do throws(MergedFile.Refusal) {
        return try .playlist(base: base, ours: ours, theirs: theirs, id: id, precedence: precedence, lines: mergedLines)
      } catch {
        // The values of a template that are not those of a playlist are merged key by key.
      }
    }
    return try .document(base: base, ours: ours, theirs: theirs, lines: mergedLines)
  }

  /// Merges lines as git does. A merge by meaning starts from ours if that fails.
  private static let mergedLines: LineMerge = { base, ours, theirs in
    do throws(GitError) {
      return try Repository.mergedFavoringFirst(ours, theirs, from: base)
    } catch {
      return nil
    }
  }
}
