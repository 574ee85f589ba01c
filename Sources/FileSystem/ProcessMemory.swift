#if os(Linux)
  internal import CLinux
#endif

/// The memory of this process.
package enum ProcessMemory {
  /// Lets the process keep the memory that it no longer needs, also of large arrays, and get more of it at a time: what is given
  /// back to the system after each directory that was read has to be cleared by it when it is needed again.
  package static func keepWhatIsFreed() {
    #if canImport(Glibc)
      _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
      _ = mallopt(M_TOP_PAD, 1 << 20)
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    #endif
  }
}
