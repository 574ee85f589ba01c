/// What is wrong with a file, and whether its committed version answers for it.
struct FileNote {
  let report: FileReport
  let committedVersionAnswers: Bool

  var notice: StoreNotice { .fileInvalid(report, committedVersionAnswers: committedVersionAnswers) }
}
