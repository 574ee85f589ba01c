extension Episode {
  /// What the head of a podcast says for those of its episodes that say nothing themselves.
  public struct Inheritance: Hashable, Sendable {
    private let author: String?
    private let title: String
    private let genre: String?

    /// What a head with these values says.
    public init(author: String?, title: String, categories: [String]) {
      self.author = author
      self.title = title
      genre = categories.first
    }

    /// The fields that can be inherited.
    public static let fields: [TrackField] = [.artist, .album, .genre]

    /// The value of a field, if the head gives one.
    public subscript(field: TrackField) -> FieldValue? {
      switch field {
      case .artist: author.map(FieldValue.text)
      case .album: .text(title)
      case .genre: genre.map(FieldValue.text)
      default: nil
      }
    }
  }

  /// The episode with what the head of its podcast says now. What it says itself stays; a value that is the same as the
  /// head's was before counts as the head's, unless the file is known to state it.
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
  /// What the head says for episodes that say nothing themselves.
  public var inheritance: Episode.Inheritance {
    Episode.Inheritance(author: author, title: title, categories: categories)
  }
}
