extension BrowserLayout {
  /// The number of rows above the list of an assignment.
  static let assignmentHead = 2

  /// The number of rows of the changes in a history.
  var historyRows: Int { max(1, (body.rows - 2) * 2 / 5) }

  /// The number of rows of the detail in a history.
  var historyDetailRows: Int { max(1, body.rows - 2 - historyRows) }

  /// Returns the number of rows above the list of rules.
  package func ruleHead(of editor: RuleEditor) -> Int { editor.facts.isEmpty ? 1 : 2 }

  /// Returns the number of rows of the list of rules: at most half of the room.
  package func ruleRows(of editor: RuleEditor) -> Int {
    max(1, min(editor.count, (body.rows - ruleHead(of: editor)) / 2))
  }
}
