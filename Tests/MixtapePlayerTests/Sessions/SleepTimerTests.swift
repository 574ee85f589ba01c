import Testing

@testable import MixtapePlayer

@Suite struct SleepTimerTests {
  private func expect(
    _ timer: inout SleepTimer, at seconds: Int, _ expected: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hasExpired = timer.expire(at: .seconds(seconds))
    #expect(hasExpired == expected, sourceLocation: sourceLocation)
  }

  @Test func `a timer expires once`() {
    var timer = SleepTimer()
    #expect(timer.remaining(at: .zero) == nil)
    expect(&timer, at: 1_000_000, false)
    timer.set(.seconds(60), at: .seconds(10))
    #expect(timer.remaining(at: .seconds(30)) == .seconds(40))
    expect(&timer, at: 69, false)
    #expect(timer.remaining(at: .seconds(90)) == .zero)
    expect(&timer, at: 70, true)
    expect(&timer, at: 71, false)
    #expect(timer.remaining(at: .seconds(71)) == nil)
  }

  @Test func `a timer is replaced and cancelled`() {
    var timer = SleepTimer()
    timer.set(.seconds(60), at: .zero)
    timer.set(.seconds(600), at: .zero)
    expect(&timer, at: 60, false)
    timer.set(nil, at: .zero)
    expect(&timer, at: 600, false)
  }

  @Test func `the time is limited`() {
    var timer = SleepTimer()
    timer.set(.seconds(1e18), at: .zero)
    #expect(timer.remaining(at: .zero) == SleepTimer.longest)
    timer.set(.seconds(-5), at: .zero)
    expect(&timer, at: 0, true)
  }
}
