package import MixtapeModel

/// A form with fields to fill in.
package struct Form: Equatable, Sendable {
  /// The action of a form.
  package enum Purpose: Hashable, Sendable {
    case create
    /// Changes the head of a playlist.
    case update(Playlist)
  }

  /// A field of a form.
  package struct Field: Equatable, Sendable {
    /// The keys of fields.
    package enum Key: String, Hashable, Sendable { case name, description, folder, continuous, shuffle }

    package let key: Key
    package var text: TextField
    /// The possible values; empty for free text.
    package let choices: [String]

    init(_ key: Key, _ text: String, choices: [String] = []) {
      self.key = key
      self.text = TextField(text)
      self.choices = choices
    }

    /// Selects the next of the possible values, or the one before.
    mutating func choose(by step: Int) {
      guard !choices.isEmpty else { return }
      let place = choices.firstIndex(of: text.text) ?? 0
      text = TextField(choices[(place + step + choices.count) % choices.count])
    }
  }

  package let purpose: Purpose
  package var fields: [Field]
  /// The selected field.
  package var place = 0
  /// The reason why the form was refused.
  package var refusal: String?

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

  /// Returns the text of a field.
  package func text(_ key: Field.Key) -> String { fields.first { $0.key == key }?.text.text ?? "" }
}

extension Form.Field {
  /// Makes a field for a setting.
  fileprivate init(_ key: Key, _ setting: PlaybackSettings.Setting) {
    let form = setting.key.form
    // `off` means the same as `false`.
    let names = (form.choices ?? []).filter { $0 != ShuffleAlgorithm.off.rawValue }
    self.init(key, setting.value.description, choices: (form.kinds.contains(.flag) ? ["true", "false"] : []) + names)
  }
}
