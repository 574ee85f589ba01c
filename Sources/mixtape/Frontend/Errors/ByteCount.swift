import MixtapeModel

/// Returns a size for people, in the units of rules: `532 bytes`, `1.2 MB`, `120 MB`.
func byteCount(_ bytes: Int) -> String {
  guard bytes >= 1_000 else { return counted(bytes, "byte") }
  let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9)]
  // 999.6 KB are 1 MB.
  let (name, factor) = units.first { Double(bytes) / $0.1 < 999.5 } ?? ("GB", 1e9)
  let amount = Double(bytes) / factor
  let tenths = Int((amount * 10).rounded())
  let hasFraction = tenths < 100 && tenths % 10 != 0
  return hasFraction ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(Int(amount.rounded())) \(name)"
}
