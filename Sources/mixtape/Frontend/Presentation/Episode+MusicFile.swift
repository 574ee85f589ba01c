import FileSystem
import MixtapeModel
import SystemPackage

extension Episode {
  /// Whether its music file is on this machine and missing. Takes one system call. A directory that cannot be read proves nothing.
  var isMusicFileMissing: Bool {
    guard let url else { return false }
    do {
      let address = try SoundAddress(url)
      return try address.isFile && FileStatus(of: FilePath(address.location)) == nil
    } catch {
      return false
    }
  }
}
