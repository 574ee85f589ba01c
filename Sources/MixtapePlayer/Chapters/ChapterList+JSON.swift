#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ChapterList {
  /// The maximum size in bytes of a file of chapters.
  public static let largestFile = 1 << 20

  /// Reads a file of chapters in the JSON format of Podcasting 2.0.
  ///
  /// Chapters outside of the table of contents (`"toc": false`) are left out. So are those without a start, or with one that is
  /// negative or above 1,000,000,000 seconds. See
  /// [JSON chapters](https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md).
  ///
  /// - Parameter json: The content of the file.
  /// - Returns: `nil` if it is not such a file, or if it is larger than ``largestFile``.
  public init?(json: [UInt8]) {
    guard json.count <= Self.largestFile else { return nil }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // One title in another encoding must not cost all chapters.
    let text = String(decoding: json.starts(with: mark) ? json.dropFirst(mark.count) : json[...], as: UTF8.self)
    let file: ChapterFile
    do { file = try JSONDecoder().decode(ChapterFile.self, from: Data(text.utf8)) } catch { return nil }
    self.init(
      file.chapters.elements.filter(\.isListed).map { Chapter($0.title, at: .milliseconds(Int64($0.start * 1000))) })
  }
}

/// The JSON of a file of chapters, with the names that Podcasting 2.0 uses.
private struct ChapterFile: Decodable {
  let chapters: LossyList<Item>

  struct Item: Decodable {
    let start: Double
    let title: String
    /// Whether the chapter is part of the table of contents.
    let isListed: Bool

    private enum Key: String, CodingKey { case startTime, title, toc }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      // Some programs write numbers as text. A failure means that it is a number, which the next line reads.
      let text = (try? values.decode(String.self, forKey: .startTime)).flatMap { Double($0) }
      start = try text ?? values.decode(Double.self, forKey: .startTime)
      guard (0...1e9).contains(start) else {
        throw DecodingError.dataCorruptedError(forKey: .startTime, in: values, debugDescription: "not a position")
      }
      // A chapter whose title or `toc` has another type is still a chapter.
      title = (try? values.decode(String.self, forKey: .title)) ?? ""
      isListed = (try? values.decode(Bool.self, forKey: .toc)) ?? true
    }
  }
}
