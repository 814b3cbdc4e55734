/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor top: threads, interrupts, blocks, points, heap and losses of a running target, window by window. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <base/clock.h>
#include <cli/cli.h>
#include <live/live.h>
#include <live/terminal.h>

static struct {
    const char *elf, *sort;
    uint64_t every_ns, top, baud;
    bool once, json;
} given;

static const struct option options[] = {
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF", "The program that runs."},
    {"every", 'd', OPTION_SPAN, &given.every_ns, "TIME", "The length of a window (default 1s)."},
    {"once", '1', OPTION_FLAG, &given.once, NULL, "Print the whole input as one window, as for a file."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line, one for each window."},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "Sort the threads by a column (default -share_percent)."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N rows of each table."},
    {"baud", 'b', OPTION_COUNT, &given.baud, "N", "The rate of a serial port."},
    OPTION_END};

static const char description[] =
    "SOURCE is a running target or a file; see `spoor help sources`. A window is a stretch of the target's "
    "time. A file is one window, unless --every is given.\n\n"
    "Keys: q quits, p pauses, t n d sort by share, name, delay.";

static const struct doc_item examples[] = {
    {"spoor top --elf demo-events.elf tcp:localhost:4444",
     "Watch a target that `spoor record --serve 4444` records."},
    {"spoor top --elf demo-events.elf demo.spoor", "Print one table of a recording."},
    {NULL}};

/* A regular file has an end. */
static bool is_file(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && S_ISREG(st.st_mode);
}

struct top {
    struct cli *cli;
    struct live live;
    int fd, page; /* the stream; the text of a window */
    bool paused, screen, ended;
    uint64_t drawn_ms;
    char *text;
};

/* ------------------------------------------------------------------ a window */

/* Draw a window. Its text is printed to a file in memory first. */
static void draw(struct top *t)
{
    static struct out page;
    char status[200];

    page = (struct out){.fd = t->page};
    if (ftruncate(t->page, 0) != 0 || lseek(t->page, 0, SEEK_SET) != 0) {
        return;
    }
    live_print(&t->live, &page, TABLE_TEXT, given.sort, given.top);
    out_flush(&page);
    off_t n = lseek(t->page, 0, SEEK_CUR);
    char *text = n > 0 ? realloc(t->text, (size_t)n + 1) : NULL;

    if (text == NULL) {
        return;
    }
    t->text = text;
    if (pread(t->page, text, (size_t)n, 0) == n) {
        text[n] = 0;
        snprintf(status, sizeof status, " spoor top %s%s  q quit  p pause  t share  n name  d delay ",
                 t->cli->argument[0],
                 t->ended    ? " (ended)"
                 : t->paused ? " (paused)"
                             : "");
        terminal_show(text, 0, status);
    }
}

static void end_window(struct top *t)
{
    if (t->screen) {
        if (!t->paused) {
            draw(t);
        }
    } else {
        live_print(&t->live, &t->cli->out, given.json ? TABLE_JSON : TABLE_TEXT, given.sort, given.top);
        out_flush(&t->cli->out);
    }
    live_next(&t->live);
}

/* ------------------------------------------------------------------ keys */

/* @return false to quit */
static bool take_keys(struct top *t)
{
    for (int key; (key = terminal_key()) >= 0;) {
        switch (key) {
        case 'q':
            return false;
        case 'p':
        case ' ':
            t->paused = !t->paused;
            break;
        case 't':
            given.sort = "-share_percent";
            break;
        case 'n':
            given.sort = "thread";
            break;
        case 'd':
            given.sort = "-delay_max_us";
            break;
        default:
            break;
        }
    }
    return true;
}

/* No more input at present. */
static void wait_for_more(void *arg)
{
    struct top *t = arg;

    out_flush(&t->cli->out);
    while (t->screen) {
        if (!take_keys(t)) {
            spoor_stop(t->cli->input.reader);
            return;
        }
        if (terminal_wait(t->fd, 200)) {
            return;
        }
    }
}

/* ------------------------------------------------------------------ the command */

static int read_all(struct top *t)
{
    const struct spoor_item *item;
    int more;

    while ((more = spoor_next(t->cli->input.reader, &item)) > 0) {
        uint32_t hz = spoor_recording(t->cli->input.reader)->header.hz;
        uint64_t every = spoor_cycles(given.every_ns, hz);

        /* A window ends before the first item after it. A long gap is one window. */
        if (!given.once && hz != 0 && t->live.begun && item->kind == SPOOR_RECORD &&
            item->time >= t->live.begin + every) {
            end_window(t);
        }
        live_item(&t->live, item);
        if (t->screen && clock_ms() - t->drawn_ms > 100) {
            t->drawn_ms = clock_ms();
            if (!take_keys(t)) {
                spoor_stop(t->cli->input.reader);
            }
        }
    }
    return more;
}

static int run(struct top *t)
{
    spoor_on_idle(t->cli->input.reader, wait_for_more, t);
    int more = read_all(t);

    t->ended = true;
    bool has_rate = t->live.events == 0 || input_has_rate(&t->cli->input);

    if (t->live.events != 0 && has_rate) {
        end_window(t);
    }
    while (t->screen && more == 0 && take_keys(t)) { /* show the last window until q */
        (void)terminal_wait(-1, 200);
    }
    terminal_close();
    if (t->live.failed || more < 0) {
        return CLI_UNREADABLE;
    }
    if (!has_rate) {
        return cli_fail(t->cli, &t->cli->input.fault, CLI_UNREADABLE);
    }
    return input_has_packets(&t->cli->input) ? CLI_OK : CLI_UNREADABLE;
}

static int top(struct cli *cli)
{
    static struct top t;

    if (cli->arguments != 1) {
        return cli_usage("top needs one SOURCE", "");
    }
    bool file = is_file(cli->argument[0]);

    given.once |= file && given.every_ns == 0;
    given.every_ns = given.every_ns != 0 ? given.every_ns : 1000000000;
    t = (struct top){.cli = cli, .fd = -1, .page = memfd_create("page", MFD_CLOEXEC)};
    int result = cli_open_source(cli, &cli->input, given.elf, cli->argument[0], (unsigned)given.baud, &t.fd);

    if (result == CLI_OK && live_open(&t.live, cli->input.elf, cli->input.reader)) {
        t.screen = !file && !given.once && !given.json && terminal_open();
        result = run(&t);
        live_close(&t.live);
    }
    free(t.text);
    if (t.page >= 0) {
        close(t.page);
    }
    if (t.fd > 0) {
        close(t.fd);
    }
    return result;
}

SPOOR_COMMAND(top, CLI_LOOK, "SOURCE",
              "show threads, interrupts, blocks, points, heap and losses in a live table", CLI_NOTHING, top,
              options, description, examples, .see = "tui serve record");
