public import SystemPackage

/// A failure in a repository, as data. Its presenter words it for people.
public struct GitError: Error, Hashable, Sendable {
  /// The kind of failure, to decide on.
  public var code: Code

  /// The operation that failed.
  public var operation: Operation

  /// The message of libgit2 or of the operating system, in English and without a full stop.
  public var message: String

  /// The file or directory concerned, where it is known. For ``Code/locked`` this is the lock file.
  public var path: FilePath?

  /// For ``Code/unsupported``, the feature that the repository uses: the name of an extension, `split index`, ….
  public var feature: String?

  /// Describes one failure.
  public init(_ code: Code, _ operation: Operation, message: String, path: FilePath? = nil, feature: String? = nil) {
    self.code = code
    self.operation = operation
    self.message = message
    self.path = path
    self.feature = feature
  }
}

extension GitError: CustomStringConvertible {
  /// Code, operation and message in one line, for logs and test failures.
  public var description: String {
    let place = path.map { " (\($0))" } ?? ""
    return "\(operation.rawValue): \(message) [\(code.rawValue)]\(place)"
  }
}

extension GitError {
  /// The kind of a failure. More kinds may come, so a `switch` over codes needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A stable name.
    public let rawValue: String

    /// Names a kind of failure.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such object, path, reference or revision, or no such directory.
    public static let notFound = Code(rawValue: "notFound")
    /// The object is not in this partial clone.
    public static let notFetched = Code(rawValue: "notFetched")
    /// The item to create already exists.
    public static let alreadyExists = Code(rawValue: "alreadyExists")
    /// An abbreviated id fits more than one object.
    public static let ambiguous = Code(rawValue: "ambiguous")
    /// The text is not a revision, a path or a message as git allows it.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// The revision names something that is not a commit.
    public static let notACommit = Code(rawValue: "notACommit")
    /// A change needs a file where a directory is, or the other way round.
    public static let conflict = Code(rawValue: "conflict")
    /// The directory is not the top of a repository's work tree. An enclosing repository does not count.
    public static let notARepository = Code(rawValue: "notARepository")
    /// The repository has no work tree.
    public static let bare = Code(rawValue: "bare")
    /// The repository belongs to another user and is not listed in `safe.directory`.
    public static let owner = Code(rawValue: "owner")
    /// The repository uses a feature that libgit2 does not know; ``GitError/feature`` names it.
    public static let unsupported = Code(rawValue: "unsupported")
    /// Another process holds a lock of the repository, or one that was killed left it behind.
    public static let locked = Code(rawValue: "locked")
    /// HEAD has changed since the change was planned.
    public static let headMoved = Code(rawValue: "headMoved")
    /// Permissions or the file system do not allow it.
    public static let readOnly = Code(rawValue: "readOnly")
    /// The file system is full, or a quota is used up.
    public static let noSpace = Code(rawValue: "noSpace")
    /// A directory is in the place of a file that is to be written.
    public static let obstructed = Code(rawValue: "obstructed")
    /// Another failure of the file system.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// An object, a reference or the index is damaged.
    public static let corrupt = Code(rawValue: "corrupt")
    /// Anything else.
    public static let other = Code(rawValue: "other")
  }

  /// An operation that can fail. More may come.
  public struct Operation: RawRepresentable, Hashable, Sendable {
    /// A stable phrase, such as `open repository`.
    public let rawValue: String

    /// Names an operation.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Starting libgit2.
    public static let start = Operation(rawValue: "start libgit2")
    /// ``Repository/open(at:environment:)``.
    public static let open = Operation(rawValue: "open repository")
    /// ``Repository/create(at:initialBranch:environment:)``.
    public static let create = Operation(rawValue: "create repository")
    /// Reading git's configuration.
    public static let readConfiguration = Operation(rawValue: "read configuration")
    /// Reading HEAD or another reference.
    public static let readReference = Operation(rawValue: "read reference")
    /// Reading a commit, a tree or a blob.
    public static let readObject = Operation(rawValue: "read object")
    /// Writing a tree or a blob.
    public static let writeObject = Operation(rawValue: "write object")
    /// Making a commit.
    public static let commit = Operation(rawValue: "commit")
    /// Taking or giving up a lock of git.
    public static let lock = Operation(rawValue: "lock repository")
    /// Reading the index.
    public static let readIndex = Operation(rawValue: "read index")
    /// Writing the index.
    public static let writeIndex = Operation(rawValue: "write index")
    /// Reading files and directories of the work tree.
    public static let readWorkTree = Operation(rawValue: "read work tree")
    /// Walking through commits.
    public static let walk = Operation(rawValue: "walk history")
    /// Finding what a revision names.
    public static let resolve = Operation(rawValue: "resolve revision")
    /// Comparing two texts.
    public static let diff = Operation(rawValue: "compare")
  }
}
