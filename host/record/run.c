/* SPDX-License-Identifier: BSD-2-Clause */
/* The loop of a recording. Bytes are written at once, so a file is complete up to the moment of a kill. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <base/clock.h>
#include <record/progress.h>
#include <record/prompt.h>
#include <record/record.h>
#include <record/starved.h>

#define PROMPT_MS 60000 /* timeout of a line */
#define QUIET_MS  300   /* the stream has ended if the link is idle for this time */
#define REST_MS   3000  /* upper bound while the target still streams */
#define BEHIND_MS 30000 /* the same for a recorder that hasn't read all that was sent */

/* Timeouts of an emulator, which the recorder starts, in the target's time: */
#define SILENT_MS 20000 /* for the first text or packet */
#define IDLE_MS   10000 /* for the first packet without lines to type, after a prompt */
#define SLOW_MS   60000 /* the same without a prompt */
#define HALT_MS   5000  /* for the exit after a panic */
/* On a busy machine these are at most this many times as long in real time. */
#define STARVED_MOST 3

static volatile bool stopped, found;

void record_found(void)
{
    found = true;
}

void record_stop(void)
{
    stopped = true;
}

struct state {
    struct progress progress;
    struct prompt prompt;
    struct target_clock clock;
    uint64_t found;   /* ms: when record_found() was noticed */
    uint64_t link_at; /* the target's time of the link's last byte */
    bool in_frame;    /* in a frame on the console */
    bool in_link_frame;
    bool ending; /* the event occurred, or the time is up: the end of the stream may be typed */
    uint64_t in_file;
    uint64_t no_terminal_until; /* don't poll the pty before: its terminal has closed it, so poll() would
                                   return at once */
};

/* The interval at which files that grow are read. */
#define GROWS_MS 5

/* The interval at which a pty without a terminal is polled. */
#define TERMINAL_MS 100

static uint64_t target_ms(const struct recording *r, struct state *s)
{
    return target_clock_ms(&s->clock, r->target.child);
}

static bool write_all(struct recording *r, const uint8_t *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(r->file, bytes, n);

        if (written < 0 && errno != EINTR) {
            r->error = errno;
            return false;
        }
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the link */

static void keep(struct recording *r, struct state *s, const uint8_t *bytes, size_t n)
{
    if (!write_all(r, bytes, n)) {
        return;
    }
    watch_bytes(&r->watch, bytes, n);
    serve_bytes(&r->serve, bytes, n);
    if (r->tap != NULL) {
        r->tap(r->tap_arg, bytes, n);
    }
    r->bytes += n;
    s->in_file += n;
    s->link_at = target_ms(r, s);
}

/* Start another file, between two packets. */
static void rotate(struct recording *r, struct state *s)
{
    int file = r->next_file(r->arg);

    if (file >= 0) {
        r->file = file;
        s->in_file = 0;
    } else {
        r->error = errno;
    }
}

static void take_link(struct recording *r, struct state *s, const uint8_t *bytes, size_t n)
{
    size_t begin = 0;

    for (size_t i = 0; i < n; i++) {
        if (bytes[i] != 0) {
            continue;
        }
        r->packets += s->in_link_frame;
        s->in_link_frame = !s->in_link_frame;
        if (!s->in_link_frame && r->rotate_bytes != 0 && s->in_file + i - begin >= r->rotate_bytes) {
            keep(r, s, bytes + begin, i + 1 - begin);
            begin = i + 1;
            rotate(r, s);
        }
    }
    keep(r, s, bytes + begin, n - begin);
}

/* ------------------------------------------------------------------ the console */

/* Pass text through. On boards without a second port, write the frames between it to the file. */
static void take_console(struct recording *r, struct state *s, const uint8_t *bytes, size_t n)
{
    char text[4096] = {0};
    size_t used = 0, begin = 0;

    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == 0) {
            s->in_frame = !s->in_frame;
            if (s->in_frame) {
                begin = i;
            } else {
                keep(r, s, bytes + begin, i + 1 - begin);
                begin = i + 1;
                r->packets++;
            }
        } else if (!s->in_frame) {
            text[used++] = (char)bytes[i];
            words_take(&r->words, (char)bytes[i]);
            prompt_look(&s->prompt, r);
            begin = i + 1;
        }
    }
    if (s->in_frame && begin < n) {
        keep(r, s, bytes + begin, n - begin);
    }
    if (used != 0) {
        r->console_said = true;
        s->prompt.text_at = target_ms(r, s);
    }
    if (r->pty >= 0 && used != 0) { /* a slow reader of the pty loses text: recording has priority */
        ssize_t ignored = write(r->pty, text, used);

        (void)ignored;
    }
    if (!r->quiet && used != 0 && fwrite(text, 1, used, stdout) == used) {
        fflush(stdout);
        r->midline = text[used - 1] != '\n';
    }
}

/* ------------------------------------------------------------------ the loop */

static bool in_packet(const struct state *s)
{
    return s->in_frame || s->in_link_frame;
}

static bool is_open(const struct recording *r)
{
    return r->target.link >= 0 || r->target.console_out >= 0;
}

/* @return whether there was something to take */
static bool take_some(struct recording *r, struct state *s, int *fd,
                      void (*take)(struct recording *, struct state *, const uint8_t *, size_t))
{
    uint8_t bytes[4096];
    ssize_t n = read(*fd, bytes, sizeof bytes);

    if (n > 0) {
        take(r, s, bytes, (size_t)n);
        if (r->target.grows) {
            target_free_read(*fd, (size_t)n);
        }
    } else if (n == 0 ? !r->target.grows : errno != EINTR && errno != EAGAIN) {
        *fd = -1;
    }
    return n > 0;
}

/* Pass keys from the pty to the console. */
static void take_keys(struct recording *r)
{
    char keys[256];
    ssize_t n = read(r->pty, keys, sizeof keys);

    if (n > 0 && r->target.console_in >= 0 && write(r->target.console_in, keys, (size_t)n) < 0) {
        r->target.console_in = -1; /* the target is gone */
    }
}

/* @return whether the target had sent something */
static bool wait_and_take(struct recording *r, struct state *s, int timeout)
{
    bool grows = r->target.grows, took = false; /* poll() doesn't wait for a file */
    struct pollfd p[5] = {{grows ? -1 : r->target.link, POLLIN, 0},
                          {grows ? -1 : r->target.console_out, POLLIN, 0},
                          {r->serve.listener, POLLIN, 0},
                          {clock_ms() < s->no_terminal_until ? -1 : r->pty, POLLIN, 0},
                          {grows ? r->target.lives : -1, POLLIN, 0}};

    if (grows) {
        took = take_some(r, s, &r->target.link, take_link);
        took |= take_some(r, s, &r->target.console_out, take_console);
        timeout = took ? 0 : GROWS_MS;
    }
    if (poll(p, 5, timeout) <= 0) {
        return took;
    }
    if (p[4].revents != 0) { /* the rest is read up to the files' ends */
        close(r->target.lives);
        r->target.grows = false;
    }
    if ((p[3].revents & POLLIN) != 0) {
        take_keys(r);
    } else if ((p[3].revents & POLLHUP) != 0) {
        s->no_terminal_until = clock_ms() + TERMINAL_MS;
    }
    if (p[2].revents != 0) {
        serve_accept(&r->serve);
    }
    if (p[0].revents != 0) {
        took |= take_some(r, s, &r->target.link, take_link);
    }
    if (p[1].revents != 0) {
        took |= take_some(r, s, &r->target.console_out, take_console);
    }
    return took;
}

/*
 * After the last line: record until the link is idle for QUIET_MS between two packets, at most REST_MS. A
 * target that streams but has sent no event, since its first sub-buffer isn't full, gets the whole REST_MS.
 * What a recorder that is slower than the target hasn't read by then is read, too, at most BEHIND_MS.
 */
static void take_rest(struct recording *r, struct state *s)
{
    uint64_t begun = target_ms(r, s), now = begun;

    bool behind = false;

    s->link_at = begun;
    while (is_open(r) && r->error == 0 && now - begun < (behind ? BEHIND_MS : REST_MS)) {
        if (now - s->link_at >= QUIET_MS && !in_packet(s) && (r->packets == 0 || r->watch.events != 0)) {
            break;
        }
        behind = wait_and_take(r, s, now - begun < REST_MS ? 50 : 0);
        now = target_ms(r, s);
    }
}

/* Check the timeouts. @return whether one ends the recording */
static bool is_over(struct recording *r, struct state *s, bool types)
{
    uint64_t now = target_ms(r, s), waited = now - s->progress.begun;
    uint64_t least = (clock_ms() - s->progress.begun) / STARVED_MOST;

    waited = waited > least ? waited : least;
    if (types && !s->prompt.shown && now - s->prompt.typed > PROMPT_MS) {
        r->end = RECORD_STUCK;
    } else if (r->target.child == 0 || r->limit_ms != 0 || r->silent ||
               r->pty >= 0) { /* somebody may operate the target */
        return false;
    } else if (r->words.last[0] != 0) {
        return now - s->prompt.text_at > HALT_MS && now - s->link_at > HALT_MS;
    } else if (r->packets == 0 && !r->console_said && waited > SILENT_MS) {
        r->end = RECORD_SILENT;
    } else if (r->packets == 0 && !types && waited > (s->prompt.shown ? IDLE_MS : SLOW_MS)) {
        r->end = RECORD_IDLE;
    }
    return r->end != RECORD_ENDED;
}

void record_run(struct recording *r)
{
    static const char *const none[] = {NULL};
    struct state s = {.prompt.line = r->lines != NULL ? r->lines : none};
    bool types = r->target.console_in >= 0 && !prompt_done(&s.prompt);

    s.prompt.typed = s.link_at = s.clock.now = clock_ms();
    progress_begin(&s.progress, s.clock.now);
    while (!stopped && is_open(r) && r->error == 0) {
        uint64_t now = clock_ms();

        (void)wait_and_take(r, &s, 100);
        progress_report(&s.progress, r, now);
        if (found && s.found == 0) {
            s.found = now;
        }
        bool is_late = r->limit_ms != 0 && now - s.progress.begun >= r->limit_ms;

        if (((found && now - s.found >= r->after_ms) || is_late) && !s.ending) {
            if (!types || !s.prompt.shown || prompt_done(&s.prompt) || !prompt_at_last(&s.prompt)) {
                break;
            }
            s.ending = true;
        }
        if (types && (!prompt_wake(&s.prompt, r, target_ms(r, &s)) ||
                      !prompt_type(&s.prompt, r, s.ending, target_ms(r, &s)))) {
            take_rest(r, &s);
            break;
        }
        if (is_over(r, &s, types)) {
            break;
        }
        progress_report_waiting(&s.progress, r, types, now);
    }
    words_end(&r->words);
    r->in_frame = in_packet(&s);
    progress_end(r);
}
