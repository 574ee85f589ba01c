#if os(Linux)
  internal import CLinux
#endif

/// The memory of this process.
package enum ProcessMemory {
  /// Lets the process keep freed memory, also of large arrays, and request more at a time. The system clears memory that is
  /// returned and requested again, which costs time for every directory that is read.
  package static func retainFreedMemory() {
    #if canImport(Glibc)
      _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
      _ = mallopt(M_TOP_PAD, 1 << 20)
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    #endif
  }
}
