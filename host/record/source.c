/* SPDX-License-Identifier: BSD-2-Clause */
/* Sources: files, serial ports, sockets. */
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <record/record.h>
#include <record/serial.h>

static int connect_unix(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (strlen(path) >= sizeof a.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(a.sun_path, path);
    if (s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) != 0) {
        close(s);
        s = -1;
    }
    return s;
}

/* getaddrinfo() accepts ports above 65535 and drops their upper bits. */
static bool is_port(const char *text)
{
    char *end;
    unsigned long port = strtoul(text, &end, 10);

    return end == text || *end != 0 || (port >= 1 && port <= 65535); /* the name of a service is looked up */
}

static int connect_tcp(const char *address, const char **wrong)
{
    struct addrinfo *list, hints = {.ai_socktype = SOCK_STREAM};
    const char *colon = strrchr(address, ':');
    char host[256];
    int s = -1, error;

    if (colon == NULL || (size_t)(colon - address) >= sizeof host) {
        *wrong = "a TCP source is tcp:HOST:PORT";
        return -1;
    }
    if (!is_port(colon + 1)) {
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

/* Receive datagrams at "PORT" or "ADDRESS:PORT" of this machine. Each has whole frames. */
static int listen_udp(const char *address, const char **wrong)
{
    struct addrinfo *list, hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE};
    const char *colon = strrchr(address, ':');
    const int room = 4 << 20; /* the target doesn't wait for the recorder */
    char host[256];

    if (!is_port(colon != NULL ? colon + 1 : address)) {
        *wrong = "a UDP port is 1 to 65535";
        return -1;
    }
    snprintf(host, sizeof host, "%.*s", colon != NULL ? (int)(colon - address) : 0, address);
    int error = getaddrinfo(colon != NULL ? host : NULL, colon != NULL ? colon + 1 : address, &hints, &list);

    if (error != 0) {
        *wrong = error == EAI_SERVICE ? "a UDP source is udp:PORT or udp:ADDRESS:PORT" : gai_strerror(error);
        return -1;
    }
    int s = socket(list->ai_family, list->ai_socktype | SOCK_CLOEXEC, list->ai_protocol);

    if (s >= 0) {
        (void)setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
        if (bind(s, list->ai_addr, list->ai_addrlen) != 0) {
            *wrong = strerror(errno);
            close(s);
            s = -1;
        }
    }
    freeaddrinfo(list);
    return s;
}

int source_open(const char *name, unsigned baud, const char **wrong)
{
    int fd = -1;

    errno = 0;
    *wrong = NULL;
    if (strcmp(name, "-") == 0) {
        return 0;
    }
    if (strncmp(name, "unix:", 5) == 0) {
        fd = connect_unix(name + 5);
    } else if (strncmp(name, "tcp:", 4) == 0) {
        fd = connect_tcp(name + 4, wrong);
    } else if (strncmp(name, "udp:", 4) == 0) {
        fd = listen_udp(name + 4, wrong);
    } else {
        fd = serial_open(name, baud, wrong);
    }
    if (fd < 0 && *wrong == NULL) {
        *wrong = strerror(errno);
    }
    return fd;
}
