/// The sort key of an episode in the random order of a seed.
///
/// It depends only on the seed and the episode's id. So the order of two episodes stays the same when others are added or
/// removed, and on every machine.
///
/// The bytes of the id go through FNV-1a (64 bits), the seed through the last step of SplitMix64; the exclusive or of both
/// goes through that step once more. Keys are compared as signed numbers.
public struct ShuffleKey: Hashable, Sendable, Comparable {
  /// The key as a number.
  public let value: Int64

  /// Makes the key of an episode from the UTF-8 of its id. Linear in its length.
  public init(of id: some Sequence<UInt8>, seed: Int64) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = Int64(bitPattern: Self.mixed(hash ^ Self.mixed(UInt64(bitPattern: seed))))
  }

  /// Compares the numbers.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: number)
    return generator.next()
  }
}
