import Foundation
import SystemPackage
import TestSupport

/// A program `git` that fetches and pushes between repositories with one directory of objects, in a millisecond: it reads and writes
/// references. A file `mode` in the root of the sandbox makes it fail.
enum SimulatedGit {
  /// The ways in which a transfer fails.
  enum Failure: String, CaseIterable {
    /// The remote is not reached.
    case unreachable
    /// The connection ends after a fetch has changed the references.
    case cutAfterFetch = "cut-after-fetch"
    /// The remote declines a push.
    case declined
    /// The connection ends before a push has an effect.
    case cutBeforePush = "cut-before-push"
    /// The connection ends after a push has succeeded at the remote.
    case cutAfterPush = "cut-after-push"
  }

  /// Installs the program at a path, which starts at the store of a sandbox.
  static func install(at path: String, in sandbox: Sandbox) throws {
    try sandbox.write(source, to: path)
    try sandbox.makeExecutable(path)
  }

  private static let source = #"""
    #!/bin/sh
    cd "$2" || exit 128
    mode=
    if [ -f ../mode ]; then read -r mode < ../mode; fi
    remote=../remote.git/refs/heads/main
    tracking=.git/refs/remotes/origin/main
    lose() { echo "fatal: the remote end hung up unexpectedly" >&2; exit 128; }
    if [ "$mode" = unreachable ]; then
      echo "fatal: unable to connect to remote: Connection refused" >&2
      exit 128
    fi
    read -r tip < "$remote"
    case $3 in
    fetch)
      printf '%s\n' "$tip" > "$tracking"
      echo "Receiving objects" >&2
      [ "$mode" != cut-after-fetch ] || lose
      ;;
    push)
      read -r tracked < "$tracking"
      read -r head < .git/refs/heads/main
      [ "$mode" != cut-before-push ] || lose
      if [ "$mode" = declined ]; then
        printf '!\trefs/heads/main:refs/heads/main\t[remote rejected] (pre-receive hook declined)\n'
        exit 1
      fi
      if [ "$tip" != "$tracked" ]; then
        printf '!\trefs/heads/main:refs/heads/main\t[rejected] (fetch first)\n'
        exit 1
      fi
      printf '%s\n' "$head" > "$remote"
      [ "$mode" != cut-after-push ] || lose
      printf '%s\n' "$head" > "$tracking"
      ;;
    *) exit 129 ;;
    esac
    """#
}
