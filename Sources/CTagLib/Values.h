#pragma once
#include "CTagLib.h"
#include <string>
#include <taglib.h>
#include <tfile.h>
#include <tstring.h>
#include <tstringlist.h>

namespace ctaglib {

/// Hands values over to the caller of `ctaglib_read`.
class Values {
public:
  Values(void *context, ctaglib_receiver receiver) : context(context), receiver(receiver) {}

  void add(const char *key, const TagLib::String &text) const {
    if (!text.isEmpty()) add(key, text.to8Bit(true));
  }

  void add(const char *key, long long number) const { add(key, std::to_string(number)); }

  void add(const char *key, std::string value) const {
    // A null would end the text for the receiver.
    const auto end = value.find('\0');
    if (end != std::string::npos) value.resize(end);
    if (value.size() > CTAGLIB_LONGEST_VALUE) {
      std::size_t length = CTAGLIB_LONGEST_VALUE;
      while (length > 0 && (static_cast<unsigned char>(value[length]) & 0xC0) == 0x80) length--;
      value.resize(length);
    }
    if (!value.empty()) receiver(context, key, value.c_str());
  }

private:
  void *context;
  ctaglib_receiver receiver;
};

/// Hands over what only one format has: ratings and play counts in frames of ID3v2 and atoms of MP4, the place of MPEG frames.
void addFormatValues(TagLib::File *file, const Values &values);

} // namespace ctaglib
