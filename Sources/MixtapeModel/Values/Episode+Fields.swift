extension Episode {
  /// The values of those of the twenty fields that have one.
  ///
  /// A dictionary with fewer means: the values lie in the order of ``TrackField``, and a bit for each field says which are
  /// there. A library of a million episodes is read without a hash for any of their values.
  public struct Fields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var present: UInt32 = 0
    private var values: [FieldValue] = []

    /// Makes fields without values.
    public init() {}

    /// Makes fields with some values; of two for one field, the last counts.
    public init(dictionaryLiteral elements: (TrackField, FieldValue)...) {
      for (field, value) in elements { self[field] = value }
    }

    /// The value of a field, or `nil` if it has none.
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
          // Most episodes have about a dozen.
          if values.isEmpty { values.reserveCapacity(12) }
          values.insert(value, at: position)
          present |= field.bit
        case (false, nil): break
        }
      }
    }

    /// How many fields have a value.
    public var count: Int { values.count }

    /// Where the value of a field is, or would be.
    private func position(of field: TrackField) -> Int { (present & (field.bit - 1)).nonzeroBitCount }
  }
}

extension TrackField {
  fileprivate var bit: UInt32 { 1 << UInt32(ordinal) }
}
