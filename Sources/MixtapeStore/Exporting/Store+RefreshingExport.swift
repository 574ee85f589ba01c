internal import FileSystem
internal import Interchange
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

extension Store {
  /// Brings the exported playlists up to date, if `mixtape.toml` has a table `[export]`.
  ///
  /// The change is already committed, so failures go to the context's `notify`.
  func refreshExport() {
    do throws(ExportFailure) {
      guard let settings = settings.export else { return try removeFormer(keeping: ExportList()) }
      let directory = ExportDirectory(path: place(settings.directory))
      try directory.prepare()
      let names = try writeExports(settings, to: directory)
      try removeFormer(keeping: ExportList(place: directory.path.string, names: names))
    } catch {
      context.notify(.exportNotRefreshed(error))
    }
  }

  /// Writes the files of the chosen playlists. A failure of one is reported, and the others are written.
  ///
  /// - Returns: The names of the files that belong to the export.
  private func writeExports(
    _ settings: ExportSettings, to directory: ExportDirectory
  ) throws(ExportFailure) -> Set<String> {
    guard let format = InterchangeFormats.named(settings.format.rawValue) else { return [] }
    var names: Set<String> = []
    do throws(MixtapeError) {
      let playlists = try playlists(withTimes: false)
      let chosen = chosen(settings, among: playlists, directory)
      let exporter = PlaylistExporter(
        podcasts: try podcastHeads(), relativeTo: settings.relativeTo.map { place($0).string })
      for playlist in chosen {
        let name = "\(playlist.id.rawValue).\(format.fileExtensions[0])"
        names.insert(name)
        do throws(MixtapeError) {
          let exported = exporter.playlist(playlist, try exportedItems(of: playlist), as: format)
          let bytes = ExportMark.added(to: format.write(InterchangeDocument(playlists: [exported])))
          write(bytes, to: name, in: directory)
        } catch {
          context.notify(
            .exportNotRefreshed(ExportFailure(path: directory.path.appending(name), reason: .store(error))))
        }
      }
    } catch {
      throw ExportFailure(path: directory.path, reason: .store(error))
    }
    return names
  }

  private func write(_ bytes: [UInt8], to name: String, in directory: ExportDirectory) {
    do throws(ExportFailure) {
      try directory.write(bytes, to: name)
    } catch {
      context.notify(.exportNotRefreshed(error))
    }
  }

  private func chosen(
    _ settings: ExportSettings, among playlists: [Playlist], _ directory: ExportDirectory
  ) -> [Playlist] {
    guard let ids = settings.playlists else { return playlists }
    let byID = Dictionary(playlists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for id in ids where byID[id] == nil {
      context.notify(.exportNotRefreshed(ExportFailure(path: directory.path, reason: .noPlaylist(id))))
    }
    return ids.compactMap { byID[$0] }
  }

  /// Removes exported files that do not belong to the export any more: those of playlists that are gone or no longer chosen, and
  /// all in a former directory. A list in the private state says which files this store has written, as another store may export
  /// to the same directory.
  private func removeFormer(keeping list: ExportList) throws(ExportFailure) {
    do throws(MixtapeError) {
      guard let state = try PrivateState(locatedIn: directory) else { return }
      let previous = ExportList(parsing: Self.bytes(of: state.exportList))
      if previous == list { return }
      let kept = previous.place == list.place ? list.names : []
      for name in previous.names.subtracting(kept).sorted() {
        do throws(ExportFailure) {
          try ExportDirectory(path: FilePath(previous.place)).remove(name)
        } catch {
          context.notify(.exportNotRefreshed(error))
        }
      }
      try Disk.write(list.bytes, to: state.exportList)
    } catch {
      throw ExportFailure(path: FilePath(list.place), reason: .store(error))
    }
  }
}

extension Store {
  /// Returns the bytes of the list. Without it, nothing is removed.
  private static func bytes(of list: FilePath) -> [UInt8] {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(list, atMost: 1 << 24)
    } catch {
      return []
    }
  }
}

/// The list of files that a store has exported: the directory, and a name on each line.
private struct ExportList: Equatable {
  let place: String
  let names: Set<String>

  /// Makes the list of a store that exports nothing.
  init() { self.init(place: "", names: []) }

  init(place: String, names: Set<String>) {
    self.place = place
    self.names = names
  }

  init(parsing bytes: [UInt8]) {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    place = lines.isEmpty ? "" : lines.removeFirst()
    names = Set(lines.filter { !$0.contains("/") })
  }

  var bytes: [UInt8] { Array(([place] + names.sorted()).map { "\($0)\n" }.joined().utf8) }
}
