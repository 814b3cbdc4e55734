/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The recorder passes text between the console and a pty. Here that is a socket: what is written to its other
 * end is typed at the shell, and what is read from it is the shell's text without the frames of the link.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <base/clock.h>
#include <record/operate.h>

#define BOOT_MS   20000 /* for the first prompt */
#define ANSWER_MS 5000  /* for the prompt after a line */
#define STILL_MS  50    /* text that isn't followed by more for this time may be a prompt */

static struct {
    struct recording r;
    pthread_t thread;
    int text; /* our end of the socket */
    struct words words;
} operated = {.text = -1};

static void *run(void *arg)
{
    (void)arg;
    record_run(&operated.r);
    return NULL;
}

bool operate_begin(struct target target, int file)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return false;
    }
    operated.r = (struct recording){.target = target,
                                    .file = file,
                                    .quiet = true,
                                    .pty = ends[0],
                                    .serve.listener = -1,
                                    .name = "target"};
    operated.text = ends[1];
    errno = pthread_create(&operated.thread, NULL, run, NULL);
    return errno == 0;
}

/* @return false if nothing came in time */
static bool take_text(int timeout_ms)
{
    struct pollfd p = {operated.text, POLLIN, 0};
    char text[1024];

    if (poll(&p, 1, timeout_ms) <= 0) {
        return false;
    }
    ssize_t n = read(operated.text, text, sizeof text);

    for (ssize_t i = 0; i < n; i++) {
        words_take(&operated.words, text[i]);
    }
    return n > 0;
}

static bool ends_in(const char *prompt)
{
    const struct words *w = &operated.words;
    size_t n = strlen(prompt);

    return w->used >= n && memcmp(w->line + w->used - n, prompt, n) == 0;
}

/* Wait until the text ends in a prompt. @return false if the time is up or the target has ended */
static bool wait_for_prompt(uint64_t most_ms)
{
    const struct words *w = &operated.words;

    for (uint64_t begun = clock_ms(); clock_ms() - begun < most_ms && w->last[0] == 0;) {
        bool is_prompt = w->typed == NULL ? ends_in(PROMPT_USUAL) : w->echoed && words_at_prompt(w);

        if (!take_text(STILL_MS) && (is_prompt || (w->typed == NULL && ends_in(PROMPT_ZEPHYR)))) {
            return true;
        }
    }
    return false;
}

static bool type(const char *line)
{
    words_typed(&operated.words, line);
    return write(operated.text, line, strlen(line)) >= 0 && write(operated.text, "\n", 1) == 1;
}

bool operate_type(const char *line, char *answer, size_t size)
{
    struct words *w = &operated.words;
    char zephyr[WORDS_LINE];

    while (take_text(0)) {
    }
    /* A shell that has printed its prompt before prints another one after an empty line. */
    if (w->prompt[0] == 0 && (write(operated.text, "\n", 1) != 1 || !wait_for_prompt(BOOT_MS))) {
        snprintf(answer, size, "%s", w->last[0] != 0 ? w->last : "the target's shell has printed no prompt");
        return false;
    }
    if ((w->prompt[0] == 0 ? ends_in(PROMPT_ZEPHYR) : strstr(w->prompt, PROMPT_ZEPHYR) != NULL)) {
        snprintf(zephyr, sizeof zephyr, WORDS_COMMAND "%s", line);
        line = zephyr;
    }
    w->refused_line[0] = 0;
    w->refused[0] = 0;
    bool answered = type(line) && wait_for_prompt(ANSWER_MS);

    snprintf(answer, size, "%s",
             w->refused_line[0] != 0 ? w->refused
             : w->last[0] != 0       ? w->last
             : answered              ? ""
                                     : "the target's shell doesn't answer");
    bool done = answered && w->refused_line[0] == 0;

    w->typed = NULL; /* the line is the caller's */
    return done;
}

void operate_end(void)
{
    if (operated.text >= 0) {
        record_stop();
        pthread_join(operated.thread, NULL);
        (void)target_stop(&operated.r.target);
        close(operated.text);
        close(operated.r.pty);
        operated.text = -1;
    }
}
