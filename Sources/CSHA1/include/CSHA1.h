#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has instructions for SHA-1, and this was built to use them.
bool csha1_is_supported(void);

/// Adds blocks of 64 bytes to the state of a hash (FIPS 180-4, section 6.1) by the processor's instructions, which take a
/// twentieth of the time. Only where they are supported.
void csha1_add_blocks(uint32_t state[5], const uint8_t *blocks, size_t count);
