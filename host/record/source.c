/* SPDX-License-Identifier: BSD-2-Clause */
/* Sources: files, terminals, sockets. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>
#include <base/count.h>
#include <record/record.h>

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

static const struct {
    unsigned baud;
    speed_t speed;
} speeds[] = {{9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},
              {115200, B115200},   {230400, B230400},   {460800, B460800},   {921600, B921600},
              {1000000, B1000000}, {1500000, B1500000}, {2000000, B2000000}, {3000000, B3000000},
              {4000000, B4000000}};

/* Set a terminal to pass bytes unchanged. */
static bool set_raw(int fd, unsigned baud, const char **wrong)
{
    struct termios t;

    if (tcgetattr(fd, &t) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    cfmakeraw(&t);
    for (unsigned n = 0; baud != 0; n++) {
        if (n == COUNT_OF(speeds)) {
            *wrong = "no such baud rate: take one of the usual rates from 9600 to 4000000";
            return false;
        }
        if (speeds[n].baud == baud) {
            cfsetspeed(&t, speeds[n].speed);
            break;
        }
    }
    if (tcsetattr(fd, TCSANOW, &t) != 0) {
        *wrong = strerror(errno);
        return false;
    }
    return true;
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
        fd = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (fd < 0) {
            fd = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
        }
        if (fd >= 0 && isatty(fd) && !set_raw(fd, baud, wrong)) {
            close(fd);
            return -1;
        }
    }
    if (fd < 0 && *wrong == NULL) {
        *wrong = strerror(errno);
    }
    return fd;
}

int source_pty(char *name, unsigned size)
{
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    const char *other = fd >= 0 && grantpt(fd) == 0 && unlockpt(fd) == 0 ? ptsname(fd) : NULL;
    struct termios t;

    if (other == NULL) {
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    snprintf(name, size, "%s", other);
    if (tcgetattr(fd, &t) == 0) {
        cfmakeraw(&t);
        (void)tcsetattr(fd, TCSANOW, &t);
    }
    (void)fcntl(fd, F_SETFL, O_NONBLOCK); /* the pty may have no reader */
    return fd;
}
