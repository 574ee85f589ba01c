import Libxml2

/// Entities in the representation of libxml2, which live as long as the storage.
final class EntityStorage {
  private var entities: [String: Pair] = [:]
  private var expandedBytes = 0
  private let limit: Int

  /// An entity for use in content, and one for attributes.
  ///
  /// In content, libxml2 inserts the text of a "predefined" entity unchanged. In attributes, it inserts only the first
  /// byte of such a text. So attributes get a general entity with escaped text.
  private struct Pair {
    let content: UnsafeMutablePointer<xmlEntity>
    let attribute: UnsafeMutablePointer<xmlEntity>
    let length: Int
  }

  private static let maximumCount = 1000
  /// libxml2 would make an error of each reference without an entity.
  private let empty = EntityStorage.pair([])

  /// Makes a storage.
  ///
  /// - Parameter limit: The maximum total length of all expanded references in bytes.
  init(limit: Int) { self.limit = limit }

  deinit {
    for pair in entities.values + [empty] {
      for entity in [pair.content, pair.attribute] {
        entity.pointee.content?.deallocate()
        entity.deallocate()
      }
    }
  }

  /// Whether the expanded references exceed the limit.
  var isExhausted: Bool { expandedBytes > limit }

  /// Returns the entity for one reference: an empty one if the limit is exceeded, and `nil` if the name is unknown.
  func entity(_ name: String, isInAttribute: Bool) -> xmlEntityPtr? {
    if !isExhausted {
      guard let pair = entities[name] else { return nil }
      expandedBytes += pair.length
      if !isExhausted { return isInAttribute ? pair.attribute : pair.content }
    }
    return isInAttribute ? empty.attribute : empty.content
  }

  func contains(_ name: String) -> Bool { entities[name] != nil }

  /// Stores an entity, unless there are too many.
  func insert(_ name: String, text: [UInt8]) {
    guard entities.count < Self.maximumCount, entities[name] == nil else { return }
    entities[name] = Self.pair(text)
  }

  private static func pair(_ text: [UInt8]) -> Pair {
    Pair(
      content: make(text, type: XML_INTERNAL_PREDEFINED_ENTITY),
      attribute: make(escaped(text), type: XML_INTERNAL_GENERAL_ENTITY), length: text.count)
  }

  private static func make(_ content: [UInt8], type: xmlEntityType) -> UnsafeMutablePointer<xmlEntity> {
    let copy = UnsafeMutablePointer<xmlChar>.allocate(capacity: content.count + 1)
    for (index, byte) in content.enumerated() { copy[index] = byte }
    copy[content.count] = 0
    let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
    entity.initialize(to: xmlEntity())
    entity.pointee.type = XML_ENTITY_DECL
    entity.pointee.etype = type
    entity.pointee.content = copy
    entity.pointee.length = Int32(truncatingIfNeeded: content.count)
    return entity
  }

  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "%"): result += Array("&#\(byte);".utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}
