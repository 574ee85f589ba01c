internal import MixtapeModel
internal import SystemPackage

/// The tracks of a library by their files.
struct LibraryTracks {
  /// The podcasts and albums by id.
  let podcasts: [Podcast.ID: Podcast]
  /// The episodes with files of this machine, by id.
  private(set) var episodes: [Episode.ID: Episode] = [:]
  /// The episodes with files of this machine, by path. Of several with one path, the first in order of ids counts.
  private(set) var byPath: [FilePath: Episode.ID] = [:]
  /// The paths of episodes.
  private(set) var paths: [Episode.ID: FilePath] = [:]
  /// The episodes by guid, in order of ids.
  private(set) var byGUID: [String: [Episode.ID]] = [:]

  init(_ library: [Podcast]) {
    podcasts = Dictionary(library.map { ($0.id, $0) }) { first, _ in first }
    for podcast in library.sorted(by: { $0.id < $1.id }) {
      for episode in podcast.episodes {
        if let guid = episode.guid { byGUID[guid, default: []].append(episode.id) }
        guard let path = Self.path(of: episode) else { continue }
        paths[episode.id] = path
        episodes[episode.id] = episode
        if byPath[path] == nil { byPath[path] = episode.id }
      }
    }
  }

  /// Returns the path of an episode's file; `nil` if its address is no file.
  private static func path(of episode: Episode) -> FilePath? {
    guard let url = episode.url, url.utf8.starts(with: "file:".utf8) else { return nil }
    do throws(SoundAddress.Refusal) {
      return FilePath(try SoundAddress(url).location)
    } catch {
      return nil
    }
  }
}
