extension Episode {
  /// The values that episodes inherit from the head of their podcast, if they do not have their own.
  public struct Inheritance: Hashable, Sendable {
    private let author: String?
    private let title: String
    private let genre: String?

    /// Makes the inherited values of a podcast.
    public init(author: String? = nil, title: String, categories: [String] = []) {
      self.author = author
      self.title = title
      genre = categories.first
    }

    /// The fields that can be inherited.
    public static let fields: [TrackField] = [.artist, .album, .genre]

    /// The inherited value of a field, if there is one.
    public subscript(field: TrackField) -> FieldValue? {
      switch field {
      case .artist: author.map(FieldValue.text)
      case .album: .text(title)
      case .genre: genre.map(FieldValue.text)
      default: nil
      }
    }
  }

  /// Returns the episode with other inherited values.
  ///
  /// Its own values stay. A value that equals the old inherited one counts as inherited, unless the file states it.
  func inheriting(_ new: Inheritance, insteadOf old: Inheritance? = nil) -> Episode {
    let inherited = Inheritance.fields.filter { field in
      let value = self.fields[field]
      return (value == nil || value == old?[field]) && !stated.contains(field) && value != new[field]
    }
    guard !inherited.isEmpty else { return self }
    var fields = fields
    for field in inherited { fields[field] = new[field] }
    return withFields(fields)
  }
}

extension Podcast {
  /// The values that episodes inherit from this podcast.
  public var inheritance: Episode.Inheritance {
    Episode.Inheritance(author: author, title: title, categories: categories)
  }
}
