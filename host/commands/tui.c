/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor tui: the timeline in the terminal, with zoom, pan, markers, search, and an explanation of the cell
 * under the cursor. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <base/clock.h>
#include <cli/cli.h>
#include <query/known.h>
#include <live/terminal.h>
#include <view/view.h>
#include "tui_search.h"

static struct {
    const char *elf;
    bool ascii;
    uint64_t baud;
} given;

static const struct option options[] = {
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF", "The program that ran."},
    {"ascii", 'a', OPTION_FLAG, &given.ascii, NULL, "Use ASCII characters only."},
    {"baud", 'b', OPTION_COUNT, &given.baud, "N", "The rate of a serial port."},
    OPTION_END};

static const char description[] =
    "SOURCE is a recording, or a running target; see `spoor help sources`. The last lines of the screen "
    "explain the cell under the cursor: the thread, its state, what it waited for, and what ended the "
    "wait.\n\n"
    "Keys: arrows move the cursor, < > pan, + - zoom at the cursor, f shows everything, e follows the end, [ "
    "] go to the previous and the next slice of the row, A B set the markers, / searches intervals by a "
    "filter such as thread=filter && duration>50us, n finds the next one, b shows blocks, q quits.";

static const struct doc_item examples[] = {
    {"spoor tui -e ELF FILE", "Browse a recording."},
    {"spoor tui -e ELF tcp:localhost:4444", "Follow a target that `spoor record --serve 4444` records."},
    {NULL}};

#define LABEL 15

struct tui {
    struct cli *cli;
    struct history history;
    struct intervals *intervals;
    struct view view;
    struct filter *filter;
    char wanted[200], message[200];
    int fd;
    size_t top; /* the first row on the screen */
    bool follows, ended, quit, fitted;
    uint64_t drawn_ms;
};

/* ------------------------------------------------------------------ drawing */

static struct out words;

static const char *text_of_words(void)
{
    words.bytes[words.used < OUT_BYTES ? words.used : OUT_BYTES - 1] = 0;
    words.used = 0;
    return words.bytes;
}

static void draw_row(struct tui *t, int line, size_t n)
{
    struct view *v = &t->view;
    const struct history_row *r = &t->history.rows[v->shown[n]];
    struct view_cell *cells = calloc(v->columns + 1, sizeof *cells);
    bool here = n == v->row;

    view_name(v, r, &words);
    terminal_put(line, 0, text_of_words(), LABEL - 1, here ? TERMINAL_BOLD : 0);
    if (cells != NULL) {
        view_row(v, r, cells);
    }
    for (unsigned c = 0; cells != NULL && c < v->columns; c++) {
        bool cursor = c == v->column;

        if (cells[c].text[0] != ' ' || cursor) {
            terminal_put(line, LABEL + (int)c, cells[c].text, -1,
                         cells[c].colour | (cursor && here ? TERMINAL_INVERSE : 0) |
                             (cursor ? TERMINAL_BOLD : 0));
        }
    }
    free(cells);
}

static void draw_markers(const struct tui *t, int line)
{
    const struct view *v = &t->view;

    for (unsigned n = 0; n < 2; n++) {
        if (v->marked[n] && v->mark[n] >= v->from && v->mark[n] < v->to) {
            double column = (double)(v->mark[n] - v->from) * v->columns / (double)(v->to - v->from);

            terminal_put(line, LABEL + (int)column, n == 0 ? "A" : "B", 1, TERMINAL_BOLD);
        }
    }
}

static void draw(struct tui *t)
{
    struct view *v = &t->view;
    int rows, columns, most;
    char head[200];

    terminal_size(&rows, &columns);
    v->columns = columns > LABEL + 10 ? (unsigned)(columns - LABEL) : 10;
    v->column = v->column < v->columns ? v->column : v->columns - 1;
    v->hz = spoor_recording(t->cli->input.reader)->header.hz;
    history_sort(&t->history);
    view_arrange(v);
    if (t->follows || !t->fitted) {
        view_fit(v);
        t->fitted = t->history.some;
    }
    most = rows > 6 ? rows - 5 : 1;
    t->top = v->row < t->top ? v->row : v->row >= t->top + (size_t)most ? v->row - (size_t)most + 1 : t->top;
    terminal_clear();
    for (int n = 0; n < most && t->top + (size_t)n < v->shown_count; n++) {
        draw_row(t, 1 + n, t->top + (size_t)n);
    }
    double hz = v->hz != 0 ? v->hz : 1;

    snprintf(head, sizeof head, "%.9f s to %.9f s; a column is %.3f us%s", (double)v->from / hz,
             (double)v->to / hz, (double)(v->to - v->from) * 1e6 / hz / v->columns, t->ended ? "" : "; live");
    terminal_put(0, 0, head, columns, 0);
    draw_markers(t, rows - 4);
    view_describe(v, &words);
    terminal_put(rows - 3, 0, text_of_words(), columns, TERMINAL_BOLD);
    view_difference(v, &words);
    terminal_put(rows - 2, 0, text_of_words(), columns, 0);
    snprintf(head, sizeof head, "%.*s", columns,
             t->message[0] != 0
                 ? t->message
                 : " arrows  < > pan  + - zoom  f all  [ ] slice  A B markers  / n search  b blocks  q quit");
    terminal_put(rows - 1, 0, head, columns, TERMINAL_INVERSE);
    terminal_flush();
}

/* ------------------------------------------------------------------ searching */

static void search(struct tui *t)
{
    struct view *v = &t->view;
    const struct choice c = {t->filter, t->cli->input.reader, t->cli->input.elf,
                             intervals_follow(t->intervals), v->hz};
    size_t row;
    const struct history_slice *found = t->filter != NULL ? tui_find(v, &c, &row) : NULL;

    if (found == NULL) {
        snprintf(t->message, sizeof t->message, " no more matches of: %s", t->wanted);
        return;
    }
    v->row = row;
    view_choose(v, found);
}

static void ask(struct tui *t)
{
    const char *wrong;
    char line[sizeof t->wanted];

    if (!terminal_line("/", line, sizeof line) || line[0] == 0) {
        return;
    }
    filter_free(t->filter);
    t->filter = known_filter(line, t->cli->input.elf, true, &wrong);
    snprintf(t->wanted, sizeof t->wanted, "%s", line);
    if (t->filter == NULL) {
        snprintf(t->message, sizeof t->message, " %.190s", wrong);
    } else {
        search(t);
    }
}

/* Go to the previous or next slice of the row. */
static void step(struct tui *t, bool forward)
{
    struct view *v = &t->view;
    const struct history_row *r = view_cursor_row(v);
    uint64_t now = v->chosen ? v->chosen_from : view_cursor_time(v);

    if (r == NULL || r->count == 0) {
        return;
    }
    size_t n = history_first(r, now);

    while (n < r->count && (forward ? r->slices[n].from <= now : r->slices[n].from < now)) {
        n++;
    }
    n = forward ? n : n > 0 ? n - 1 : 0;
    if (n < r->count) {
        view_choose(v, &r->slices[n]);
    }
}

/* ------------------------------------------------------------------ keys */

static void take_key(struct tui *t, int key)
{
    struct view *v = &t->view;

    t->message[0] = 0;
    v->chosen &= strchr("+-=AB[]n/b", key < 128 ? key : ' ') != NULL && key != 0;
    t->follows &= key == KEY_OF_RESIZE || key == KEY_OF_UP || key == KEY_OF_DOWN;
    switch (key) {
    case 'q':
        t->quit = true;
        break;
    case KEY_OF_LEFT:
        if (v->column == 0) {
            view_pan(v, -0.25);
        } else {
            v->column--;
        }
        break;
    case KEY_OF_RIGHT:
        if (v->column + 1 >= v->columns) {
            view_pan(v, 0.25);
        } else {
            v->column++;
        }
        break;
    case KEY_OF_UP:
        v->row -= v->row > 0;
        break;
    case KEY_OF_DOWN:
        v->row += v->row + 1 < v->shown_count;
        break;
    case '<':
    case KEY_OF_PAGE_UP:
        view_pan(v, -0.5);
        break;
    case '>':
    case KEY_OF_PAGE_DOWN:
        view_pan(v, 0.5);
        break;
    case '+':
    case '=':
        view_zoom(v, 0.5);
        break;
    case '-':
        view_zoom(v, 2);
        break;
    case 'f':
        view_fit(v);
        break;
    case 'e':
        t->follows = true;
        break;
    case KEY_OF_HOME:
        view_go(v, t->history.begin);
        break;
    case KEY_OF_END:
        view_go(v, t->history.end);
        break;
    case '[':
        step(t, false);
        break;
    case ']':
        step(t, true);
        break;
    case 'A':
    case 'B':
        v->mark[key - 'A'] = v->chosen ? v->chosen_from : view_cursor_time(v);
        v->marked[key - 'A'] = true;
        break;
    case 'b':
        v->blocks = !v->blocks;
        break;
    case '/':
        ask(t);
        break;
    case 'n':
        search(t);
        break;
    default:
        break;
    }
}

/* @return whether keys were pressed */
static bool take_keys(struct tui *t)
{
    bool some = false;

    for (int key; !t->quit && (key = terminal_key()) >= 0; some = true) {
        take_key(t, key);
    }
    return some;
}

/* No more input at present. */
static void wait_for_more(void *arg)
{
    struct tui *t = arg;

    draw(t);
    while (!t->quit && !terminal_wait(t->fd, 100)) {
        if (take_keys(t)) {
            draw(t);
        }
    }
    if (t->quit) {
        spoor_stop(t->cli->input.reader);
    }
}

/* ------------------------------------------------------------------ the command */

static void take_interval(void *arg, const struct interval *i)
{
    history_interval(&((struct tui *)arg)->history, i);
}

static int read_all(struct tui *t)
{
    const struct spoor_item *item;
    int more;

    spoor_end_with(t->cli->input.reader, 0);
    while (!t->quit && (more = spoor_next(t->cli->input.reader, &item)) > 0) {
        history_item(&t->history, item);
        intervals_item(t->intervals, item);
        if (clock_ms() - t->drawn_ms > 200) {
            (void)take_keys(t);
            draw(t);
            t->drawn_ms = clock_ms();
        }
    }
    intervals_end(t->intervals);
    t->ended = true;
    return t->history.failed ? -1 : 0;
}

static int run(struct tui *t)
{
    spoor_on_idle(t->cli->input.reader, wait_for_more, t);
    int result = read_all(t);

    t->follows = false;
    t->fitted = false;
    draw(t);
    while (!t->quit) {
        (void)terminal_wait(-1, 1000);
        if (take_keys(t)) {
            draw(t);
        }
    }
    terminal_close();
    return result == 0 && input_has_packets(&t->cli->input) ? CLI_OK : CLI_UNREADABLE;
}

static int tui(struct cli *cli)
{
    static struct tui t;

    if (cli->arguments != 1) {
        return cli_usage("tui needs one SOURCE", "");
    }
    t = (struct tui){.cli = cli, .fd = -1, .follows = true};
    words.fd = -1;
    int result = cli_open_source(cli, &cli->input, given.elf, cli->argument[0], (unsigned)given.baud, &t.fd);

    if (result == CLI_OK && (t.intervals = intervals_open(cli->input.elf, take_interval, &t)) != NULL) {
        t.view = (struct view){.history = &t.history,
                               .elf = cli->input.elf,
                               .reader = cli->input.reader,
                               .columns = 80,
                               .ascii = given.ascii};
        result =
            terminal_open() ? run(&t) : cli_usage("tui needs a terminal; `spoor timeline` needs none", "");
    }
    intervals_close(t.intervals);
    history_free(&t.history);
    free(t.view.shown);
    filter_free(t.filter);
    if (t.fd > 0) {
        close(t.fd);
    }
    return result;
}

SPOOR_COMMAND(tui, CLI_LOOK, "SOURCE", "browse the timeline in the terminal: zoom, pan, markers, search",
              CLI_NOTHING, tui, options, description, examples, .see = "timeline top report");
