/* SPDX-License-Identifier: BSD-2-Clause */
/* Sockets as descriptors: ../../sockets.c. */
#ifndef WINDOWS_SOCKET_H
#define WINDOWS_SOCKET_H

#define WIN32_LEAN_AND_MEAN
#include <winsock2.h>
#include <ws2tcpip.h>

/* No socket is inherited. A call that sends doesn't wait if the socket was opened so. */
#define SOCK_CLOEXEC  0
#define SOCK_NONBLOCK 0x800
#define MSG_NOSIGNAL  0

#define socket      windows_socket
#define connect     windows_connect
#define bind        windows_bind
#define listen      windows_listen
#define accept4     windows_accept4
#define getsockname windows_getsockname
#define setsockopt  windows_setsockopt
#define send        windows_send
#define getaddrinfo windows_getaddrinfo
#undef gai_strerror
#define gai_strerror windows_gai_strerror

int socket(int family, int type, int protocol);
int connect(int fd, const struct sockaddr *to, socklen_t size);
int bind(int fd, const struct sockaddr *at, socklen_t size);
int listen(int fd, int most);
int accept4(int fd, struct sockaddr *from, socklen_t *size, int flags);
int getsockname(int fd, struct sockaddr *at, socklen_t *size);
int setsockopt(int fd, int level, int option, const void *value, socklen_t size);
ssize_t send(int fd, const void *bytes, size_t n, int flags);
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **list);
const char *gai_strerror(int error);

#endif
