/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ctrl-R: the newest line of the history that has the text typed; Ctrl-R again: the next older one. Ctrl-C
 * and Ctrl-G give it up, any other key takes the line and does its work there. Portable.
 */
#include <string.h>
#include "line_priv.h"

#define CTRL(letter) ((letter)&0x1f)
#define TITLE        "(search) "
#define BETWEEN      ": "

static void show(struct edit *e)
{
    const char *line = e->found != 0 ? history_get(e->history, e->found - 1u) : "";
    size_t taken = sizeof TITLE - 1 + strlen(e->pattern) + sizeof BETWEEN - 1, length = strlen(line);
    size_t room = SHELL_SCREEN_COLUMNS - 1 - taken;

    line_write(e, "\r" TITLE);
    line_write(e, e->pattern);
    line_write(e, BETWEEN);
    e->ops->write(line, length < room ? length : room);
    line_write(e, "\x1b[K");
}

/* Find the pattern in the `n`-th newest line or an older one. @return false when no line has it */
static bool find(struct edit *e, unsigned n)
{
    const char *line;

    for (; n < UINT8_MAX && (line = history_get(e->history, n)) != NULL; n++) {
        if (strstr(line, e->pattern) != NULL) {
            e->found = (uint8_t)(n + 1);
            return true;
        }
    }
    return false;
}

void search_begin(struct edit *e)
{
    e->searching = true;
    e->found = 0;
    e->pattern[0] = '\0';
    show(e);
}

static void end(struct edit *e, bool take)
{
    e->searching = false;
    if (take && e->found != 0) {
        line_show_old(e, e->found);
    } else {
        line_redraw(e);
    }
}

/* The pattern changed: search from the newest line. */
static void again(struct edit *e)
{
    e->found = 0;
    if (e->pattern[0] != '\0' && !find(e, 0)) {
        line_write(e, "\a");
    }
    show(e);
}

bool search_feed(struct edit *e, char byte)
{
    unsigned char c = (unsigned char)byte;
    size_t length = strlen(e->pattern);

    if (c == CTRL('R')) {
        if (e->pattern[0] == '\0' || !find(e, e->found)) {
            line_write(e, "\a");
        }
        show(e);
    } else if (c == CTRL('H') || c == 0x7f) {
        e->pattern[length - (length != 0)] = '\0';
        again(e);
    } else if (c == CTRL('C') || c == CTRL('G')) {
        end(e, false);
    } else if (c >= ' ' && c < 0x7f) {
        if (length < EDIT_PATTERN) {
            e->pattern[length] = byte;
            e->pattern[length + 1] = '\0';
        }
        again(e);
    } else {
        end(e, true);
        return false;
    }
    return true;
}
