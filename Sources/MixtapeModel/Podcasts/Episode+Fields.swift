extension Episode {
  /// The values of an episode's fields.
  ///
  /// This is a compact dictionary: an array of the values in the order of ``TrackField``, and a bit for each field that has
  /// one. Reading a library of a million episodes hashes none of their fields.
  public struct Fields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var present: UInt32 = 0
    private var values: [FieldValue] = []

    /// Makes fields without values.
    public init() {}

    /// Makes fields with values. Of two values for one field, the last counts.
    public init(dictionaryLiteral elements: (TrackField, FieldValue)...) {
      for (field, value) in elements { self[field] = value }
    }

    /// The value of a field; `nil` if it has none.
    public subscript(field: TrackField) -> FieldValue? {
      get { present & field.bit == 0 ? nil : values[position(of: field)] }
      set {
        let position = position(of: field)
        switch (present & field.bit != 0, newValue) {
        case (true, let value?): values[position] = value
        case (true, nil):
          values.remove(at: position)
          present &= ~field.bit
        case (false, let value?):
          // Most episodes have about 12 values.
          if values.isEmpty { values.reserveCapacity(12) }
          values.insert(value, at: position)
          present |= field.bit
        case (false, nil): break
        }
      }
    }

    /// The number of fields with a value.
    public var count: Int { values.count }

    /// Returns the index of a field's value, or the index at which it would be.
    private func position(of field: TrackField) -> Int { (present & (field.bit - 1)).nonzeroBitCount }
  }
}

extension TrackField {
  fileprivate var bit: UInt32 { 1 << UInt32(ordinal) }
}
