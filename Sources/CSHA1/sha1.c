#include "CSHA1.h"

#if defined(__x86_64__) && defined(__linux__) && __has_include(<sys/platform/x86.h>)

#include <immintrin.h>
// To ask the processor itself takes a virtual machine as long as to hash fifty kilobytes; the C library has asked it.
#include <sys/platform/x86.h>

bool csha1_is_supported(void) { return CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1); }

// Four rounds are one instruction, and their function and constant a part of it. The words of the four groups before are
// kept in a ring.
#define ROUNDS(function) \
  for (int end = group + 5; group < end; group++) { \
    __m128i *word = &words[group % 4]; \
    if (group < 4) { \
      *word = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)blocks + group), reversed); \
    } else { \
      __m128i mixed = _mm_xor_si128(_mm_sha1msg1_epu32(*word, words[(group + 1) % 4]), words[(group + 2) % 4]); \
      *word = _mm_sha1msg2_epu32(mixed, words[(group + 3) % 4]); \
    } \
    __m128i sum = group == 0 ? _mm_add_epi32(e, *word) : _mm_sha1nexte_epu32(before, *word); \
    before = abcd; \
    abcd = _mm_sha1rnds4_epu32(abcd, sum, function); \
  }

__attribute__((target("sha,sse4.1")))
void csha1_add_blocks(uint32_t state[5], const uint8_t *blocks, size_t count) {
  // The first word belongs in the highest place, and its first byte in its highest.
  const __m128i reversed = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0x1B);
  __m128i e = _mm_set_epi32((int)state[4], 0, 0, 0);
  for (; count > 0; count--, blocks += 64) {
    const __m128i abcd_at_start = abcd, e_at_start = e;
    __m128i words[4], before = abcd;
    int group = 0;
    ROUNDS(0)
    ROUNDS(1)
    ROUNDS(2)
    ROUNDS(3)
    e = _mm_sha1nexte_epu32(before, e_at_start);
    abcd = _mm_add_epi32(abcd, abcd_at_start);
  }
  _mm_storeu_si128((__m128i *)state, _mm_shuffle_epi32(abcd, 0x1B));
  state[4] = (uint32_t)_mm_extract_epi32(e, 3);
}

#else

bool csha1_is_supported(void) { return false; }

void csha1_add_blocks(uint32_t state[5], const uint8_t *blocks, size_t count) {
  (void)state, (void)blocks, (void)count;
}

#endif
