/* SPDX-License-Identifier: BSD-2-Clause */
/* A reader may join at any time, as on the link: headers and names are sent again every second. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <record/serve.h>

bool serve_open(struct serve *s, uint16_t *port)
{
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons(*port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    int yes = 1;

    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->listener < 0) {
        return false;
    }
    (void)setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(s->listener, (struct sockaddr *)&a, sizeof a) != 0 || listen(s->listener, 4) != 0 ||
        getsockname(s->listener, (struct sockaddr *)&a, &size) != 0) {
        int error = errno;

        close(s->listener);
        s->listener = -1;
        errno = error;
        return false;
    }
    *port = ntohs(a.sin_port);
    return true;
}

void serve_accept(struct serve *s)
{
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    int fd = accept4(s->listener, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    int bytes = 4 << 20;

    if (fd >= 0 && s->readers < SERVE_MAX) {
        (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
        s->reader[s->readers++] = fd;
    } else if (fd >= 0) {
        close(fd);
    }
}

void serve_bytes(struct serve *s, const uint8_t *bytes, size_t n)
{
    for (unsigned i = 0; i < s->readers;) {
        ssize_t sent = send(s->reader[i], bytes, n, MSG_NOSIGNAL);

        if (sent == (ssize_t)n) {
            i++;
            continue;
        }
        s->dropped += sent >= 0 || errno == EAGAIN;
        close(s->reader[i]);
        s->reader[i] = s->reader[--s->readers];
    }
}

void serve_close(struct serve *s)
{
    for (unsigned i = 0; i < s->readers; i++) {
        close(s->reader[i]);
    }
    s->readers = 0;
    if (s->listener >= 0) {
        close(s->listener);
    }
    s->listener = -1;
}
