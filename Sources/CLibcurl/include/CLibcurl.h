#pragma once
#include <curl/curl.h>

// `curl_easy_setopt`, `curl_easy_getinfo` and `curl_multi_setopt` take variable arguments, which Swift cannot call. Each type of
// values has a function here.

CURLcode clibcurl_set_text(CURL *handle, CURLoption option, const char *text);
CURLcode clibcurl_set_number(CURL *handle, CURLoption option, long number);
CURLcode clibcurl_set_size(CURL *handle, CURLoption option, curl_off_t size);
CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, void *pointer);
CURLcode clibcurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list);
CURLcode clibcurl_set_receiver(CURL *handle, CURLoption option, curl_write_callback receiver);
CURLcode clibcurl_set_opener(CURL *handle, curl_opensocket_callback opener);

/// Allows a handle to use HTTP and HTTPS only.
CURLcode clibcurl_allow_web_only(CURL *handle);

long clibcurl_number(CURL *handle, CURLINFO info);
curl_off_t clibcurl_size(CURL *handle, CURLINFO info);

/// Takes a finished transfer from a multi handle. Returns its handle, or null if none has finished.
CURL *clibcurl_take_finished(CURLM *multi, CURLcode *result);

/// Opens a socket for an address, which child processes do not inherit. Returns `CURL_SOCKET_BAD` after a failure.
curl_socket_t clibcurl_open_socket(const struct curl_sockaddr *address);

/// Returned by a `curl_opensocket_callback` that refuses an address.
curl_socket_t clibcurl_refused_socket(void);

/// Copies the bytes of an IP address. Returns their number: 4, 16, or 0 for another kind of address.
int clibcurl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]);

/// Reads an IP address in text. Returns the number of its bytes: 4, 16, or 0 if the text is something else.
int clibcurl_parse_address(const char *text, unsigned char bytes[16]);
