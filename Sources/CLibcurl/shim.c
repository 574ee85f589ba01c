// For `SOCK_CLOEXEC`.
#define _GNU_SOURCE
#include "CLibcurl.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

CURLcode clibcurl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

CURLcode clibcurl_set_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

CURLcode clibcurl_set_size(CURL *handle, CURLoption option, curl_off_t size) {
  return curl_easy_setopt(handle, option, size);
}

CURLcode clibcurl_set_pointer(CURL *handle, CURLoption option, void *pointer) {
  return curl_easy_setopt(handle, option, pointer);
}

CURLcode clibcurl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

CURLcode clibcurl_set_receiver(CURL *handle, CURLoption option, curl_write_callback receiver) {
  return curl_easy_setopt(handle, option, receiver);
}

CURLcode clibcurl_set_opener(CURL *handle, curl_opensocket_callback opener) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
}

CURLcode clibcurl_allow_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

long clibcurl_number(CURL *handle, CURLINFO info) {
  long number = 0;
  return curl_easy_getinfo(handle, info, &number) == CURLE_OK ? number : 0;
}

curl_off_t clibcurl_size(CURL *handle, CURLINFO info) {
  curl_off_t size = 0;
  return curl_easy_getinfo(handle, info, &size) == CURLE_OK ? size : 0;
}

CURL *clibcurl_take_finished(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

curl_socket_t clibcurl_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  return socket(address->family, address->socktype, address->protocol);
#endif
}

curl_socket_t clibcurl_refused_socket(void) { return CURL_SOCKET_BAD; }

int clibcurl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
  if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}

int clibcurl_parse_address(const char *text, unsigned char bytes[16]) {
  if (inet_pton(AF_INET, text, bytes) == 1) return 4;
  if (inet_pton(AF_INET6, text, bytes) == 1) return 16;
  return 0;
}
