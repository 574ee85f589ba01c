import Foundation
internal import SystemPackage

/// The smart HTTP protocol of git, answered by `git http-backend`.
enum SmartHTTP {
  /// Starts a server of the repositories in the root of a sandbox.
  static func server(of sandbox: Sandbox, isWritable: Bool) throws -> WebServer {
    let settings = [
      "GIT_PROJECT_ROOT": sandbox.root.string, "GIT_HTTP_EXPORT_ALL": "1", "GIT_CONFIG_COUNT": "1",
      "GIT_CONFIG_KEY_0": "http.receivepack", "GIT_CONFIG_VALUE_0": "\(isWritable)",
    ]
    let environment = sandbox.environment.merging(settings) { $1 }
    return try WebServer { request in
      do {
        return reply(to: try answer(request, environment))
      } catch {
        return .status(500, body: Array("\(error)".utf8))
      }
    }
  }

  /// Runs the program for a request, by the Common Gateway Interface (RFC 3875), and returns its output.
  private static func answer(_ request: WebRequest, _ environment: [String: String]) throws -> [UInt8] {
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    var variables = environment
    variables["REQUEST_METHOD"] = request.method
    variables["PATH_INFO"] = parts[0]
    variables["QUERY_STRING"] = parts.count > 1 ? parts[1] : ""
    variables["CONTENT_TYPE"] = request.headers["content-type"]
    variables["CONTENT_LENGTH"] = "\(request.body.count)"
    variables["HTTP_CONTENT_ENCODING"] = request.headers["content-encoding"]
    variables["GIT_PROTOCOL"] = request.headers["git-protocol"]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "http-backend"]
    process.environment = variables
    let output = Pipe()
    // A file, because a program that ends early would close a pipe.
    let body = FileManager.default.temporaryDirectory.appendingPathComponent("mixtape-\(UUID().uuidString)")
    try Data(request.body).write(to: body)
    defer { unlink(body.path) }
    process.standardInput = try FileHandle(forReadingFrom: body)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(answer)
  }

  /// Makes a reply of a program's output: a header with the status, and a body.
  private static func reply(to output: [UInt8]) -> WebReply {
    guard let end = output.firstRange(of: Array("\r\n\r\n".utf8)) else { return .status(502) }
    var (status, headers) = (200, [(String, String)]())
    for line in String(decoding: output[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2 else { continue }
      if parts[0] == "Status" {
        status = parts[1].split(separator: " ").first.flatMap { Int($0) } ?? 500
      } else {
        headers.append((parts[0], parts[1]))
      }
    }
    return .status(status, headers, body: output[end.upperBound...])
  }
}
