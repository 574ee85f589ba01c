#pragma once
#include <libxml/xmlversion.h>
// With this, `encoding.h` includes the headers of ICU, and no Swift file could import Foundation, which has other ones. It only
// adds members to the end of a structure that nobody here makes.
#undef LIBXML_ICU_ENABLED
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
