/* SPDX-License-Identifier: BSD-2-Clause */
/* The bytes are passed through a pipe. If it is full the recorder waits, so that no event is missed. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <query/match.h>
#include <query/known.h>
#include <record/trigger.h>

struct until {
    struct filter *filter;
    struct spoor_elf *elf;
    struct spoor_reader *reader;
    struct intervals *intervals;
    void (*found)(void);
    pthread_t thread;
    int in, out;
    bool running, matched;
};

static void take_interval(void *arg, const struct interval *i)
{
    (void)arg;
    (void)i;
}

static void *run(void *arg)
{
    struct until *u = arg;
    const struct spoor_item *item;
    char rest[4096];

    while (spoor_next(u->reader, &item) > 0) {
        const struct choice c = {u->filter, u->reader, u->elf, intervals_follow(u->intervals),
                                 spoor_recording(u->reader)->header.hz};

        if (item->kind == SPOOR_RECORD && choose_item(&c, item)) {
            u->matched = true;
            u->found();
            break;
        }
        intervals_item(u->intervals, item);
    }
    while (read(u->out, rest, sizeof rest) > 0) { /* the recorder continues for a while */
    }
    return NULL;
}

static const char *open_all(struct until *u, const char *filter, const char *elf)
{
    const char *wrong = NULL;
    int ends[2];

    u->elf = spoor_elf_open(elf, NULL);
    if (u->elf == NULL) {
        return "the ELF file can't be read";
    }
    u->filter = known_filter(filter, u->elf, false, &wrong);
    if (u->filter == NULL) {
        return wrong;
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return strerror(errno);
    }
    u->out = ends[0];
    u->in = ends[1];
    u->reader = spoor_open_fd(u->out, "the stream", u->elf, NULL);
    u->intervals = intervals_open(u->elf, take_interval, u);
    if (u->reader == NULL || u->intervals == NULL || pthread_create(&u->thread, NULL, run, u) != 0) {
        return strerror(ENOMEM);
    }
    u->running = true;
    return NULL;
}

struct until *until_open(const char *filter, const char *elf, void (*found)(void), const char **wrong)
{
    struct until *u = calloc(1, sizeof *u);

    *wrong = strerror(ENOMEM);
    if (u == NULL) {
        return NULL;
    }
    u->in = u->out = -1;
    u->found = found;
    *wrong = open_all(u, filter, elf);
    if (*wrong != NULL) {
        (void)until_close(u);
        return NULL;
    }
    return u;
}

void until_bytes(struct until *u, const uint8_t *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(u->in, bytes, n);

        if (written < 0 && errno != EINTR) {
            return;
        }
        bytes += written > 0 ? written : 0;
        n -= written > 0 ? (size_t)written : 0;
    }
}

bool until_close(struct until *u)
{
    bool matched;

    if (u == NULL) {
        return false;
    }
    if (u->in >= 0) {
        close(u->in);
    }
    if (u->running) {
        pthread_join(u->thread, NULL);
    }
    matched = u->matched;
    intervals_close(u->intervals);
    spoor_close(u->reader);
    spoor_elf_close(u->elf);
    filter_free(u->filter);
    if (u->out >= 0) {
        close(u->out);
    }
    free(u);
    return matched;
}
