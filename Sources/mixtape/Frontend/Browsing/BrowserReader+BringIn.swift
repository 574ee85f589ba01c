import FileSystem
import Interchange
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

extension BrowserReader {
  /// Returns the command that brings an address, a directory or a file into the library.
  func way(toBringIn text: String) -> BringIn.Way {
    let isAddress = if case .address(let address)? = FeedSource(text) { !address.hasPrefix("file:") } else { false }
    // The command refuses a scheme that it does not know.
    if isAddress || FeedSource.hasScheme(text) {
      return .command(.init("reading the feed", "Adds the podcast of this feed.", ["podcast", "add", text]))
    }
    let path = context.normalized(expandingHome(in: text))
    guard path.isAbsolute else { return .refusal("The working directory does not exist; type an absolute path") }
    do throws(Errno) {
      switch try FileKind(at: SystemCalls.resolved(path)) {
      case .directory:
        return .command(
          .init("scanning \(path.string)", "Adds the music files of this directory.", ["scan", path.string]))
      default: return wayToBringIn(fileAt: path)
      }
    } catch {
      let host = FeedSource.isHostAndPath(text) ? "; the address of a feed is like https://\(text)" : ""
      return .refusal("\(path.string): \(error.reason)\(host)")
    }
  }

  private func expandingHome(in text: String) -> String {
    guard text == "~" || text.hasPrefix("~/"), let home = context.variable("HOME") else { return text }
    return home + text.dropFirst()
  }

  private func wayToBringIn(fileAt path: FilePath) -> BringIn.Way {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path, atMost: CommandContext.maximumFileSize)
    } catch {
      return .refusal("\(path.string): \(ImportFileCollector.wording(of: error).0)")
    }
    let name = path.lastComponent?.string
    if SubscriptionFormat.recognizes(bytes, name: name) {
      return importing(path, "Adds the podcasts of this list that the library does not have.")
    }
    if let format = InterchangeFormats.format(of: bytes, name: name), !format.read(bytes).isOfPodcast {
      return importing(path, "Imports the playlists of this file (\(format.title)).")
    }
    return .command(
      .init("reading the feed", "Adds the podcast of this feed, if it is one.", ["podcast", "add", path.string]))
  }

  private func importing(_ path: FilePath, _ sentence: String) -> BringIn.Way {
    .command(.init("importing \(path.lastComponent?.string ?? "")", sentence, ["import", path.string]))
  }
}
