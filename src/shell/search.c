/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Search of the history. Ctrl-R finds the newest line that contains the pattern typed, and each further
 * Ctrl-R an older one. Ctrl-C and Ctrl-G cancel the search. Any other key takes the line found and then has
 * its usual effect. Portable.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <string.h>
#include <spoor/util/text.h>
#include "line_priv.h"

#define CTRL(letter) ((letter)&0x1f)
#define TITLE        "(search) "
#define BETWEEN      ": "

static void show(struct spoor_edit *e)
{
    const char *line = e->found != 0 ? spoor_history_get(e->history, e->found - 1u) : "";
    size_t taken = sizeof TITLE - 1 + strlen(e->pattern) + sizeof BETWEEN - 1, length = strlen(line);
    size_t room = SPOOR_SHELL_SCREEN_COLUMNS - 1 - taken;

    spoor_line_write(e, "\r" TITLE);
    spoor_line_write(e, e->pattern);
    spoor_line_write(e, BETWEEN);
    e->ops->write(line, length < room ? length : room);
    spoor_line_write(e, "\x1b[K");
}

/* Find the pattern in the `n`-th newest line or an older one. @return false if no line contains it */
static bool find(struct spoor_edit *e, unsigned n)
{
    const char *line;

    for (; n < UINT8_MAX && (line = spoor_history_get(e->history, n)) != NULL; n++) {
        if (spoor_text_contains(line, e->pattern)) {
            e->found = (uint8_t)(n + 1);
            return true;
        }
    }
    return false;
}

void spoor_search_begin(struct spoor_edit *e)
{
    e->searching = true;
    e->found = 0;
    e->pattern[0] = '\0';
    show(e);
}

static void end(struct spoor_edit *e, bool take)
{
    e->searching = false;
    if (take && e->found != 0) {
        spoor_line_show_old(e, e->found);
    } else {
        spoor_line_redraw(e);
    }
}

/* The pattern changed: search from the newest line. */
static void again(struct spoor_edit *e)
{
    e->found = 0;
    if (e->pattern[0] != '\0' && !find(e, 0)) {
        spoor_line_write(e, "\a");
    }
    show(e);
}

bool spoor_search_feed(struct spoor_edit *e, char byte)
{
    unsigned char c = (unsigned char)byte;
    size_t length = strlen(e->pattern);

    if (c == CTRL('R')) {
        if (e->pattern[0] == '\0' || !find(e, e->found)) {
            spoor_line_write(e, "\a");
        }
        show(e);
    } else if (c == CTRL('H') || c == 0x7f) {
        e->pattern[length - (length != 0)] = '\0';
        again(e);
    } else if (c == CTRL('C') || c == CTRL('G')) {
        end(e, false);
    } else if (c >= ' ' && c < 0x7f) {
        if (length < SPOOR_EDIT_PATTERN) {
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

#endif
