/* SPDX-License-Identifier: BSD-2-Clause */
/* Sources: files, serial ports, sockets. */
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <record/record.h>
#include <record/rtt.h>
#include <record/serial.h>
#include <record/tcp.h>

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

/* Receive datagrams at "PORT" or "ADDRESS:PORT" of this machine. Each has whole frames. */
static int listen_udp(const char *address, const char **wrong)
{
    struct addrinfo *list, hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE};
    const char *colon = strrchr(address, ':');
    const int room = 4 << 20; /* the target doesn't wait for the recorder */
    char host[256];

    if (!tcp_is_port(colon != NULL ? colon + 1 : address)) {
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
        fd = tcp_connect(name + 4, wrong);
    } else if (strncmp(name, "rtt:", 4) == 0) {
        fd = rtt_connect(name + 4, wrong);
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
