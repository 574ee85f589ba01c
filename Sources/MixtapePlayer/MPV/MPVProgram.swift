internal import Dispatch
internal import FileSystem
internal import SystemPackage

/// The program `mpv` and its options.
struct MPVProgram {
  /// The environment of mpv. Its `PATH` is searched for the program.
  let environment: [String: String]
  /// Additional options, from the user of Mixtape.
  let options: [String]

  /// Starts mpv on one end of a socket pair. No other process can connect to it, and mpv exits when the other end is
  /// closed, also if this process is killed.
  func start() throws(MusicServiceError) -> (ConnectedSocket, MPVProcess) {
    guard let program = InstalledProgram.path(of: "mpv", in: environment) else {
      throw .unavailable("mpv is not installed or not in PATH; see https://mpv.io/installation")
    }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { theirs.close() }
      do throws(Errno) {
        let arguments = Self.options + Self.verification(in: environment) + options
        return (ours, try MPVProcess(program.string, arguments, environment: environment, on: theirs, closing: ours))
      } catch {
        ours.close()
        throw error
      }
    } catch {
      throw .unavailable("mpv cannot be started: \(error)")
    }
  }

  /// The options that restrict mpv to playing sound on command. Decision 29 gives the reason for each.
  static let options = [
    "--no-config", "--idle=yes", "--input-ipc-client=fd://0", "--audio-client-name=mixtape",
    // Only errors on the output, which Mixtape reads.
    "--terminal=yes", "--input-terminal=no", "--msg-level=all=error",
    // Only sound: no windows, pictures and subtitles.
    "--no-video", "--sid=no", "--audio-display=no", "--force-window=no", "--osc=no", "--load-stats-overlay=no",
    "--input-default-bindings=no", "--no-resume-playback", "--keep-open=no",
    // No other programs, and no other files.
    "--load-scripts=no", "--no-ytdl", "--autoload-files=no", "--access-references=no",
    // Only formats of sound and only HTTP: no playlists, edit lists or archives, and no redirects to other protocols.
    "--demuxer=lavf", "--demuxer-lavf-o=format_whitelist=[\(formats.joined(separator: ","))]",
    "--stream-lavf-o=protocol_whitelist=[http,https,httpproxy,tcp,tls]",
  ]

  /// The usual paths of a system's trusted certificates. FFmpeg finds them only with some TLS libraries.
  private static let certificateFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// Returns the options that make mpv verify certificates of servers, if there is a file with trusted certificates.
  /// `SSL_CERT_FILE` names another such file, as for OpenSSL.
  static func verification(in environment: [String: String]) -> [String] {
    let files = environment["SSL_CERT_FILE"].map { [$0] } ?? certificateFiles
    guard let file = files.first(where: { FileAccess.isReadable(FilePath($0)) }) else { return [] }
    return ["--tls-verify=yes", "--tls-ca-file=\(file)"]
  }

  /// FFmpeg's names of the allowed formats of sound.
  private static let formats = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "caf", "dsf", "eac3", "flac", "matroska", "mov", "mp3", "mpc",
    "mpc8", "ogg", "tta", "w64", "wav", "wv",
  ]
}

/// A process of mpv. The owner must call ``end()`` and then ``release()``.
struct MPVProcess: Sendable {
  private let process: SpawnedProcess
  /// The standard output and error of mpv. It is read only if mpv fails to start; output beyond the buffer is lost.
  private let output: ConnectedSocket

  /// Starts mpv, which must not keep the other end of its input open.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], on input: ConnectedSocket,
    closing: ConnectedSocket
  ) throws(Errno) {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { theirs.close() }
    do throws(Errno) {
      // mpv must never block on its output.
      try theirs.makeNonBlocking()
      process = try SpawnedProcess(
        program, arguments, environment: environment, input: input.descriptor, output: theirs.descriptor,
        closing: [closing.descriptor, ours.descriptor], sharing: .nothing)
    } catch {
      ours.close()
      throw error
    }
    output = ours
  }

  /// Returns the first printable line of the output, if there is one.
  func firstOutputLine() -> String? {
    let written: [UInt8]
    do { written = try output.receive() ?? [] } catch { return nil }
    let lines = String(decoding: written, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.lazy.map { MPVLogMessage.printable(String($0)) }.first { !$0.isEmpty }
  }

  /// Ends mpv, which has nothing to save.
  func end() { process.end() }

  /// Releases the resources of the process.
  @discardableResult
  func release() throws(Errno) -> Int32 {
    output.close()
    return try process.wait()
  }
}

/// A connection to a running mpv, and its process. The owner must call ``end()``.
struct MPVLink {
  /// The number of the connection, which tells it from earlier ones.
  let number: Int
  private let socket: ConnectedSocket
  private let process: MPVProcess?
  private let source: any DispatchSourceRead

  /// Takes ownership of a connection, and of the process that ends with it, and listens. `onReadable` is called on `queue`, also
  /// when the other end is closed.
  init(
    number: Int, _ socket: ConnectedSocket, _ process: MPVProcess?, on queue: DispatchQueue,
    onReadable: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.socket = socket
    self.process = process
    source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor.rawValue, queue: queue)
    source.setEventHandler(handler: onReadable)
    source.setCancelHandler { Self.release(socket, process) }
    source.activate()
  }

  /// Returns the received bytes: `nil` if there are none, an empty array if mpv has closed the connection.
  func receive() throws(Errno) -> [UInt8]? { try socket.receive() }

  /// Sends bytes without waiting.
  func send(_ bytes: [UInt8]) throws(Errno) { try socket.send(bytes) }

  /// Returns the first line that mpv has written to its standard output or error, if there is one.
  func firstOutputLine() -> String? { process?.firstOutputLine() }

  /// Ends mpv, which has nothing to save, and closes the connection.
  func end() {
    process?.end()
    source.cancel()
  }

  /// Closes the descriptor and waits for the process, which has ended. Runs when no more events can arrive.
  private static func release(_ socket: ConnectedSocket, _ process: MPVProcess?) {
    socket.close()
    do {
      try process?.release()
    } catch {
      // The process is already gone.
    }
  }
}
