#pragma once

namespace ctaglib {

/// Makes TagLib read texts of ID3 that say they are Latin-1 as UTF-8 if they are valid UTF-8. Many programs write UTF-8 there
/// (audiobookshelf issue 5482, exiftool issue 247); Quod Libet reads it so, too. Further calls do nothing.
void readLatin1AsWritten();

} // namespace ctaglib
