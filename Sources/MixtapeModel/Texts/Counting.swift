/// Returns a number with its noun: `1 episode`, `2 episodes`.
///
/// - Parameter plural: The plural, unless it is the noun with an `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? "\(noun)s")"
}
