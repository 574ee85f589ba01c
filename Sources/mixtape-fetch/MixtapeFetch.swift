import CLibcurl
import Companions
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that fetches feeds for Mixtape. It is separate, so that only commands with network access load libcurl.
@main enum MixtapeFetch {
  static func main() {
    CompanionProgram.prepare(FetchProtocol.companion.name, purpose: "to fetch feeds")
    guard var loop = FetchLoop(environment: environment) else { exit(EX_UNAVAILABLE) }
    // `exit` would wait for running host name lookups.
    _exit(loop.run())
  }
  /// The variables that transfers use.
  private static var environment: [String: String] {
    let names = ProxySettings.variables + TransferOptions.variables
    let values = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
    return Dictionary(uniqueKeysWithValues: values)
  }
}

/// The main loop. It reads requests, runs transfers and writes results without blocking on any of them.
struct FetchLoop {
  private let multi: UnsafeMutableRawPointer
  private let environment: [String: String]
  private var input = RequestInput()
  private var output = ResultOutput()
  /// The options of transfers, from the settings.
  private var options: TransferOptions?
  private var parallel = 1
  private var queue = HostQueue<Transfer>(limit: 1)
  private var active: [UnsafeMutableRawPointer: TransferHandle] = [:]

  /// Transfers start only below this number of unwritten bytes.
  private static let outputLimit = 64 << 20
  /// Parts of downloads are added only below this number of unwritten bytes.
  private static let partsLimit = 4 << 20

  init?(environment: [String: String]) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.environment = environment
    let library = curl_version().map { String(cString: $0) } ?? ""
    output.add(Array(FetchProtocol.companion.greeting(library: library).utf8))
  }

  /// Runs until standard input or output is closed.
  ///
  /// - Returns: The exit status.
  mutating func run() -> Int32 {
    do {
      while true {
        startTransfers()
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        finishTransfers()
        addParts()
        try output.write()
        if wait() { try input.read().forEach { accept($0) } }
      }
    } catch CompanionInput.End.invalid {
      return EX_DATAERR
    } catch {
      // The other side needs no more results.
      return 0
    }
  }

  private mutating func accept(_ line: RequestInput.Line) {
    switch line {
    case .settings(let settings):
      options = TransferOptions(settings, environment: environment)
      parallel = settings.parallel
      queue = HostQueue(limit: settings.parallelOfHost)
    case .request(let request):
      do throws(FetchError) {
        let transfer = try Transfer(request)
        queue.add(transfer, for: transfer.address.host)
      } catch {
        output.add(FetchProtocol.Result(error, of: request.id))
      }
    case .cancellation(let cancellation): cancel(cancellation.cancel)
    }
  }

  /// Ends a transfer that is active. Another one has ended, or was never started.
  private mutating func cancel(_ id: Int) {
    guard let (handle, step) = active.first(where: { $0.value.transfer.request.id == id }) else { return }
    active[handle] = nil
    curl_multi_remove_handle(multi, handle)
    queue.finish(step.transfer.address.host)
    output.add(FetchProtocol.Result(FetchError(.cancelled), of: id))
  }

  /// Adds the parts of downloads that have arrived, and lets the downloads go on that waited for that.
  private mutating func addParts() {
    for step in active.values where output.waitingBytes < Self.partsLimit {
      addParts(of: step)
      step.resume()
    }
  }

  private mutating func addParts(of step: TransferHandle) {
    for (result, body) in step.takeParts() { output.add(result, body: body) }
  }

  private mutating func startTransfers() {
    guard let options else { return }
    while active.count < parallel, output.waitingBytes < Self.outputLimit, let transfer = queue.next() {
      do throws(FetchError) {
        let step = try TransferHandle(transfer, options)
        guard curl_multi_add_handle(multi, step.handle) == CURLM_OK else { throw FetchError(.other) }
        active[step.handle] = step
      } catch {
        queue.finish(transfer.address.host)
        output.add(FetchProtocol.Result(error, of: transfer.request.id))
      }
    }
  }

  private mutating func finishTransfers() {
    var code = CURLE_OK
    while let handle = clibcurl_take_finished(multi, &code) {
      guard let step = active.removeValue(forKey: handle) else { continue }
      let conclusion = step.conclude(code)
      curl_multi_remove_handle(multi, handle)
      addParts(of: step)
      let transfer = step.transfer
      queue.finish(transfer.address.host)
      switch conclusion {
      case .finished(let result, let body): output.add(result, body: body)
      case .wronglyCompressed:
        transfer.repeatUncompressed()
        queue.add(transfer, for: transfer.address.host)
      case .redirected(let location, let isPermanent):
        do throws(FetchError) {
          try transfer.follow(location, isPermanent: isPermanent)
          queue.add(transfer, for: transfer.address.host)
        } catch {
          output.add(FetchProtocol.Result(error, of: transfer.request.id))
        }
      }
    }
  }

  /// Waits for the next event. Returns whether there is input, or its end.
  private func wait() -> Bool {
    var entries = [curl_waitfd(fd: STDIN_FILENO, events: Int16(CURL_WAIT_POLLIN), revents: 0)]
    if output.waitingBytes > 0 {
      entries.append(curl_waitfd(fd: STDOUT_FILENO, events: Int16(CURL_WAIT_POLLOUT), revents: 0))
    }
    // The next step after a redirect starts at once.
    let canStart = active.count < parallel && output.waitingBytes < Self.outputLimit && queue.canTake
    // There is room again for the parts of a download that waits.
    let canResume = output.waitingBytes < Self.partsLimit && active.values.contains { $0.hasParts }
    var count: Int32 = 0
    curl_multi_poll(multi, &entries, UInt32(entries.count), canStart || canResume ? 0 : 60_000, &count)
    // libcurl does not report the end of a pipe.
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}

/// A queue with a limit for each host. Hosts take turns, and items of a host keep their order.
struct HostQueue<Item> {
  private struct Line {
    var items: [Item] = []
    /// The position of the first waiting item.
    var first = 0
    var active = 0

    var isWaiting: Bool { first < items.count }
  }

  private var lines: [String: Line] = [:]
  /// The hosts with waiting items, in the order of their turns.
  private var turns: [String] = []
  private let limit: Int

  /// Makes an empty queue.
  ///
  /// - Parameter limit: The maximum number of active items per host.
  init(limit: Int) { self.limit = limit }

  /// Adds an item for a host at the end.
  mutating func add(_ item: Item, for host: String) {
    let wasWaiting = lines[host]?.isWaiting ?? false
    lines[host, default: Line()].items.append(item)
    if !wasWaiting { turns.append(host) }
  }

  /// Takes the next item of a host that has fewer active items than the limit. It is active until ``finish(_:)``.
  mutating func next() -> Item? {
    // Skips at most the hosts with active items.
    guard let turn = nextTurn else { return nil }
    let host = turns.remove(at: turn)
    guard var line = lines.removeValue(forKey: host), line.isWaiting else { return nil }
    let item = line.items[line.first]
    line.first += 1
    line.active += 1
    if line.isWaiting {
      turns.append(host)
    } else {
      line.items = []
      line.first = 0
    }
    lines[host] = line
    return item
  }

  /// Whether ``next()`` returns an item.
  var canTake: Bool { nextTurn != nil }

  private var nextTurn: Int? { turns.firstIndex { (lines[$0]?.active ?? 0) < limit } }

  /// Finishes an active item of a host.
  mutating func finish(_ host: String) {
    guard var line = lines.removeValue(forKey: host) else { return }
    line.active -= 1
    if line.isWaiting || line.active > 0 { lines[host] = line }
  }
}
