/* SPDX-License-Identifier: BSD-2-Clause */
/* Connects to TCP servers. */
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <record/tcp.h>

/* getaddrinfo() accepts ports above 65535 and drops their upper bits. */
bool tcp_is_port(const char *text)
{
    char *end;
    unsigned long port = strtoul(text, &end, 10);

    return end == text || *end != 0 || (port >= 1 && port <= 65535); /* the name of a service is looked up */
}

int tcp_connect(const char *address, const char **wrong)
{
    struct addrinfo *list, hints = {.ai_socktype = SOCK_STREAM};
    const char *colon = strrchr(address, ':');
    char host[256];
    int s = -1, error;

    if (colon == NULL || (size_t)(colon - address) >= sizeof host) {
        *wrong = "a TCP source is tcp:HOST:PORT";
        return -1;
    }
    if (!tcp_is_port(colon + 1)) {
        *wrong = "a TCP port is 1 to 65535";
        return -1;
    }
    snprintf(host, sizeof host, "%.*s", (int)(colon - address), address);
    /* A minimal system may not resolve localhost, so no name is passed for it: that is loopback (RFC
     * 6761, 6.3). */
    error = getaddrinfo(strcmp(host, "localhost") == 0 ? NULL : host, colon + 1, &hints, &list);
    if (error != 0) {
        *wrong = gai_strerror(error);
        return -1;
    }
    for (struct addrinfo *a = list; a != NULL && s < 0; a = a->ai_next) {
        s = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (s >= 0 && connect(s, a->ai_addr, a->ai_addrlen) != 0) {
            *wrong = strerror(errno);
            close(s);
            s = -1;
        }
    }
    freeaddrinfo(list);
    return s;
}
