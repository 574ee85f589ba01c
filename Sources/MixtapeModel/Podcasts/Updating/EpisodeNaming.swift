#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Readable names for new episodes: `042-auroras` from number and title.
///
/// Where names would be equal, the date is added: `daily-news-2026-03-12`. A name is made once and never changes.
public struct EpisodeNaming {
  /// The values of an episode that its name is made of.
  public struct Proposal: Hashable, Sendable {
    let title: String?
    let number: Int64?
    let published: Date?
    /// A text that stands in for a missing title, such as the name of the file.
    let substitute: String?

    /// Makes a proposal.
    public init(title: String?, number: Int64? = nil, published: Date? = nil, substitute: String? = nil) {
      self.title = title
      self.number = number
      self.published = published
      self.substitute = substitute
    }
  }

  private var used: UniqueNames

  /// The length at which the title in a name is cut, in bytes. It leaves room for a number, a date and a suffix.
  private static let maximumTitleLength = 64

  /// Makes a naming beside names that are taken.
  public init(taken: Set<String> = []) { used = UniqueNames(taken: taken) }

  /// Returns names for episodes of one podcast. They are valid by ``NameRules``, different, and free.
  ///
  /// - Complexity: O(*n*) in the length of the titles.
  public mutating func names(for proposals: [Proposal]) -> [String] {
    let stems = proposals.map(Self.stem)
    let counts = Dictionary(stems.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(proposals, stems).map { proposal, stem in
      var name = stem
      if counts[stem] ?? 0 > 1 || used.contains(stem), let day = proposal.published.flatMap(CalendarDay.init(of:)) {
        name = stem == day.description ? stem : "\(stem)-\(day)"
      }
      return used.add(name)
    }
  }

  /// Returns the name without regard to others.
  private static func stem(_ proposal: Proposal) -> String {
    let day = { proposal.published.flatMap(CalendarDay.init(of:))?.description }
    let title = slug(proposal.title)
    guard let number = proposal.number, number > 0 else {
      return title ?? day() ?? slug(proposal.substitute) ?? "episode"
    }
    let prefix = String(number).paddedWithZeros(to: 3)
    guard let rest = title.flatMap({ withoutNumber($0, number) }) ?? (title == nil ? day() : nil) else { return prefix }
    return "\(prefix)-\(rest)"
  }

  private static func slug(_ text: String?) -> String? {
    guard let slug = text.flatMap(FileID<Podcast>.init(suggestedBy:))?.rawValue else { return nil }
    guard slug.utf8.count > maximumTitleLength else { return slug }
    var cut = ""
    for character in slug {
      if cut.utf8.count + String(character).utf8.count > maximumTitleLength { break }
      cut.append(character)
    }
    // Whole words, unless there is one only.
    if let dash = cut.lastIndex(of: "-"), cut.utf8.distance(from: cut.startIndex, to: dash) > 20 {
      cut = String(cut[..<dash])
    }
    return cut.hasSuffix("-") ? String(cut.dropLast()) : cut
  }

  /// Returns a title without the number of the episode at its start: `042-auroras`, `episode-42-auroras`, `ep42-auroras`.
  private static func withoutNumber(_ slug: String, _ number: Int64) -> String? {
    // Only a digit and the first letters of the words below can begin a number.
    guard let first = slug.utf8.first, first.isDigit || "efn".utf8.contains(first) else { return slug }
    var words = slug.split(separator: "-")
    let isWord = ["episode", "ep", "folge", "no", "nr"].contains(words.first ?? "")
    if isWord, words.count > 1, Int64(words[1]) == number {
      words.removeFirst(2)
    } else if let first = words.first,
      Int64(first) == number || first.hasPrefix("ep") && Int64(first.dropFirst(2)) == number
        || first.hasPrefix("e") && Int64(first.dropFirst()) == number
    {
      words.removeFirst()
    }
    return words.isEmpty ? nil : words.joined(separator: "-")
  }
}
