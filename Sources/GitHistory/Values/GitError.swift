public import SystemPackage

/// A failure in a repository. The presenter of the program words it.
public struct GitError: Error, Hashable, Sendable {
  /// The kind of failure.
  public var code: Code

  /// The operation that failed.
  public var operation: Operation

  /// The message of libgit2 or of the operating system, in English and without a full stop.
  public var message: String

  /// The file or directory concerned, if known. For ``Code/locked``, the lock file.
  public var path: FilePath?

  /// For ``Code/unsupported``, the feature of the repository: the name of an extension, `split index`, ….
  public var feature: String?

  /// Makes an error.
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
  /// A kind of failure. New kinds may be added, so a `switch` over codes needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The object, path, reference, revision or directory does not exist.
    public static let notFound = Code(rawValue: "notFound")
    /// The object is not in this partial clone.
    public static let notFetched = Code(rawValue: "notFetched")
    /// The item to create already exists.
    public static let alreadyExists = Code(rawValue: "alreadyExists")
    /// An abbreviated id matches more than one object.
    public static let ambiguous = Code(rawValue: "ambiguous")
    /// The text is not a valid revision, path or message.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// The revision names something that is not a commit.
    public static let notACommit = Code(rawValue: "notACommit")
    /// A change needs a file in place of a directory, or a directory in place of a file.
    public static let conflict = Code(rawValue: "conflict")
    /// The directory is not the top of a repository's work tree. Enclosing repositories do not count.
    public static let notARepository = Code(rawValue: "notARepository")
    /// The repository has no work tree.
    public static let bare = Code(rawValue: "bare")
    /// The repository belongs to another user and is not listed in `safe.directory`.
    public static let owner = Code(rawValue: "owner")
    /// The repository uses a feature that libgit2 does not support; ``GitError/feature`` names it.
    public static let unsupported = Code(rawValue: "unsupported")
    /// Another process holds a lock of the repository, or a killed process left it.
    public static let locked = Code(rawValue: "locked")
    /// HEAD has changed since the change was planned.
    public static let headMoved = Code(rawValue: "headMoved")
    /// The branch of HEAD has no commit, but its reflog does.
    public static let branchLost = Code(rawValue: "branchLost")
    /// Permissions or the file system do not allow the operation.
    public static let readOnly = Code(rawValue: "readOnly")
    /// The file system is full, or a quota is exhausted.
    public static let noSpace = Code(rawValue: "noSpace")
    /// A directory is at the path of a file to write.
    public static let obstructed = Code(rawValue: "obstructed")
    /// Another failure of the file system.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// An object, a reference or the index is damaged.
    public static let corrupt = Code(rawValue: "corrupt")
    /// Anything else.
    public static let other = Code(rawValue: "other")
  }

  /// An operation that can fail. New operations may be added.
  public struct Operation: RawRepresentable, Hashable, Sendable {
    /// The stable name of the operation, such as `open repository`.
    public let rawValue: String

    /// Makes an operation from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Starting libgit2.
    public static let start = Operation(rawValue: "start libgit2")
    /// ``Repository/open(at:environment:)``.
    public static let open = Operation(rawValue: "open repository")
    /// ``Repository/create(at:initialBranch:environment:)``.
    public static let create = Operation(rawValue: "create repository")
    /// Reading git's configuration.
    public static let readConfiguration = Operation(rawValue: "read configuration")
    /// Writing git's configuration of a repository.
    public static let writeConfiguration = Operation(rawValue: "write configuration")
    /// Reading HEAD or another reference.
    public static let readReference = Operation(rawValue: "read reference")
    /// Reading a commit, a tree or a blob.
    public static let readObject = Operation(rawValue: "read object")
    /// Writing a tree or a blob.
    public static let writeObject = Operation(rawValue: "write object")
    /// Making a commit.
    public static let commit = Operation(rawValue: "commit")
    /// Taking or releasing a lock of git.
    public static let lock = Operation(rawValue: "lock repository")
    /// Reading the index.
    public static let readIndex = Operation(rawValue: "read index")
    /// Writing the index.
    public static let writeIndex = Operation(rawValue: "write index")
    /// Reading files and directories of the work tree.
    public static let readWorkTree = Operation(rawValue: "read work tree")
    /// Walking through commits.
    public static let walk = Operation(rawValue: "walk history")
    /// Resolving a revision.
    public static let resolve = Operation(rawValue: "resolve revision")
    /// Comparing two texts.
    public static let diff = Operation(rawValue: "compare")
  }
}
