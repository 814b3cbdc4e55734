/* SPDX-License-Identifier: BSD-2-Clause */
/* Sockets of Winsock as descriptors of the C library. */
#include <sys/socket.h>
#include <windows.h>
#include "devices.h"
#include "utf8.h"

#undef socket
#undef connect
#undef bind
#undef listen
#undef getsockname
#undef setsockopt
#undef send
#undef getaddrinfo

static void begin(void)
{
    static WSADATA data;

    if (data.wVersion == 0) {
        (void)WSAStartup(MAKEWORD(2, 2), &data);
    }
}

static SOCKET socket_of(int fd)
{
    return (SOCKET)_get_osfhandle(fd);
}

static int result(int done)
{
    return done == 0 ? 0 : failed((unsigned long)WSAGetLastError());
}

static int set_blocking(SOCKET s, int flags)
{
    u_long on = 1;

    return (flags & SOCK_NONBLOCK) == 0 ? 0 : ioctlsocket(s, (long)FIONBIO, &on);
}

static int add(SOCKET s, int flags)
{
    if (s == INVALID_SOCKET || set_blocking(s, flags) != 0) {
        return failed((unsigned long)WSAGetLastError());
    }
    return device_add(DEVICE_SOCKET, (intptr_t)s);
}

int windows_socket(int family, int type, int protocol)
{
    begin();
    return add(WSASocketW(family, type & ~SOCK_NONBLOCK, protocol, NULL, 0,
                          WSA_FLAG_NO_HANDLE_INHERIT | WSA_FLAG_OVERLAPPED),
               type);
}

int windows_connect(int fd, const struct sockaddr *to, socklen_t size)
{
    return result(connect(socket_of(fd), to, size));
}

int windows_bind(int fd, const struct sockaddr *at, socklen_t size)
{
    return result(bind(socket_of(fd), at, size));
}

int windows_listen(int fd, int most)
{
    return result(listen(socket_of(fd), most));
}

int windows_accept4(int fd, struct sockaddr *from, socklen_t *size, int flags)
{
    SOCKET s = accept(socket_of(fd), from, size);

    if (s != INVALID_SOCKET) {
        (void)SetHandleInformation((HANDLE)s, HANDLE_FLAG_INHERIT, 0);
    }
    return add(s, flags);
}

int windows_getsockname(int fd, struct sockaddr *at, socklen_t *size)
{
    return result(getsockname(socket_of(fd), at, size));
}

int windows_setsockopt(int fd, int level, int option, const void *value, socklen_t size)
{
    /* The option of this name shares a port, which isn't what it does on POSIX. */
    return level == SOL_SOCKET && option == SO_REUSEADDR
               ? 0
               : result(setsockopt(socket_of(fd), level, option, value, size));
}

ssize_t windows_send(int fd, const void *bytes, size_t n, int flags)
{
    int sent = send(socket_of(fd), bytes, n < INT_MAX ? (int)n : INT_MAX, flags);

    return sent >= 0 ? sent : failed((unsigned long)WSAGetLastError());
}

int windows_getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                        struct addrinfo **list)
{
    begin();
    return getaddrinfo(host, service, hints, list);
}

/* The library's are in the language of the system and its code page. */
const char *windows_gai_strerror(int error)
{
    switch (error) {
    case EAI_NONAME:
        return "Name or service not known";
    case EAI_AGAIN:
        return "Temporary failure in name resolution";
    case EAI_SERVICE:
        return "Servname not supported for ai_socktype";
    default:
        return "the name can't be resolved";
    }
}
