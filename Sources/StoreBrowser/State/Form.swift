package import MixtapeModel

/// A form with fields to fill in.
package struct Form: Equatable, Sendable {
  /// The action of a form.
  package enum Purpose: Hashable, Sendable {
    case create
    /// Changes the head of a playlist.
    case update(Playlist)
    case duplicate(Playlist.ID)
    /// Changes the tags of a podcast.
    case tags(Podcast.ID)
  }

  /// A field of a form.
  package struct Field: Equatable, Sendable {
    /// The keys of fields.
    package enum Name: String, Hashable, Sendable { case name, description, folder, continuous, shuffle, tags }

    package let key: Name
    package var text: TextField
    /// The text before the user changed it.
    fileprivate(set) var original: String
    /// The possible values; empty for free text.
    package let choices: [String]

    init(_ key: Name, _ text: String, choices: [String] = []) {
      self.key = key
      self.text = TextField(text)
      original = text
      self.choices = choices
    }

    /// Whether the user has changed the text.
    var isTouched: Bool { text.text != original }

    /// Selects the next of the possible values, or the one before.
    mutating func choose(by step: Int) {
      guard !choices.isEmpty else { return }
      let place = choices.firstIndex(of: text.text) ?? 0
      text = TextField(choices[(place + step + choices.count) % choices.count])
    }
  }

  package private(set) var purpose: Purpose
  package var fields: [Field]
  /// The selected field.
  package var place = 0
  /// The reason why the form was refused.
  package var refusal: String?
  /// Whether the change is being saved.
  var isSaving = false

  /// Makes the form for a new playlist.
  package init(creatingIn folder: Folder) {
    purpose = .create
    fields = [Field(.name, ""), Field(.description, ""), Field(.folder, folder.path)]
  }

  /// Makes the form for the head of a playlist.
  package init(updating playlist: Playlist) {
    purpose = .update(playlist)
    fields = [
      Field(.name, playlist.name), Field(.description, playlist.description), Field(.folder, playlist.folder.path),
      Field(.continuous, PlaybackSettings.Setting.continuous(playlist.settings.continuous)),
      Field(.shuffle, PlaybackSettings.Setting.shuffle(playlist.settings.shuffle)),
    ]
  }

  /// Makes the form for the name of a copy.
  init(duplicating playlist: Playlist) {
    purpose = .duplicate(playlist.id)
    fields = [Field(.name, "\(playlist.name) copy")]
  }

  /// Makes the form for the tags of a podcast.
  init(tagging podcast: Podcast.ID, _ tags: [String]) {
    purpose = .tags(podcast)
    fields = [Field(.tags, tags.joined(separator: ", "))]
  }

  /// Follows a change of the playlist: fields that the user has not changed show its values. If another one has another value
  /// now, saving is refused.
  mutating func follow(_ playlist: Playlist) {
    guard case .update(let old) = purpose, old.id == playlist.id else { return }
    let present = Form(updating: playlist)
    for place in fields.indices where !fields[place].isTouched {
      let text = present.text(fields[place].key)
      guard text != fields[place].original else { continue }
      (fields[place].text, fields[place].original) = (TextField(text), text)
    }
    purpose = present.purpose
  }

  /// Returns the fields whose values saving replaces in a playlist.
  func replacedFields(of playlist: Playlist) -> [Field] {
    let present = Form(updating: playlist)
    return fields.filter { $0.isTouched && $0.text.text != present.text($0.key) }
  }

  /// The values that saving the form replaces; `nil` for a new playlist.
  var expectation: BrowserEffect.Expectation? {
    guard case .update(let playlist) = purpose else { return nil }
    return .fields(Dictionary(replacedFields(of: playlist).map { ($0.key, $0.original) }) { first, _ in first })
  }

  /// Returns the text of a field.
  package func text(_ key: Field.Name) -> String { fields.first { $0.key == key }?.text.text ?? "" }
}

extension Form.Field {
  /// Makes a field for a setting.
  fileprivate init(_ key: Name, _ setting: PlaybackSettings.Setting) {
    let form = setting.key.form
    // `off` means the same as `false`.
    let names = (form.choices ?? []).filter { $0 != ShuffleAlgorithm.off.rawValue }
    self.init(key, setting.value.description, choices: (form.kinds.contains(.flag) ? ["true", "false"] : []) + names)
  }
}
