#include "Latin1Text.h"
#include <id3v1tag.h>
#include <id3v2tag.h>
#include <tbytevector.h>
#include <tstring.h>

using namespace TagLib;

namespace ctaglib {
namespace {

/// Returns the length of the bytes without an incomplete character of UTF-8 at the end. The fields of ID3v1 cut texts at 30 bytes.
unsigned int lengthOfWholeCharacters(const ByteVector &data) {
  for (unsigned int count = 1; count <= 3 && count <= data.size(); count++) {
    const auto byte = static_cast<unsigned char>(data[data.size() - count]);
    if ((byte & 0xC0) == 0x80) continue;
    const unsigned int length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > count ? data.size() - count : data.size();
  }
  return data.size();
}

/// Reads a text as UTF-8 if it is valid and has a character beyond ASCII, else as Latin-1.
String text(const ByteVector &field) {
  // A null ends a field.
  const auto end = field.find('\0');
  const auto data = end < 0 ? field : field.mid(0, static_cast<unsigned int>(end));
  const String latin1(data, String::Latin1);
  if (latin1.isAscii()) return latin1;
  const auto whole = data.mid(0, lengthOfWholeCharacters(data));
  const String utf8(whole, String::UTF8);
  // TagLib replaces or drops what is invalid.
  return !utf8.isAscii() && utf8.data(String::UTF8) == whole ? utf8 : latin1;
}

class FrameHandler : public ID3v2::Latin1StringHandler {
public:
  String parse(const ByteVector &data) const override { return text(data); }
};

class FieldHandler : public ID3v1::StringHandler {
public:
  String parse(const ByteVector &data) const override { return text(data).stripWhiteSpace(); }
};

} // namespace

void readLatin1AsWritten() {
  static const FrameHandler frames;
  static const FieldHandler fields;
  ID3v2::Tag::setLatin1StringHandler(&frames);
  ID3v1::Tag::setStringHandler(&fields);
}

} // namespace ctaglib
