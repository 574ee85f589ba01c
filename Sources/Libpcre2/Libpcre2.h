#pragma once
// Text is UTF-8: code units of eight bits.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
