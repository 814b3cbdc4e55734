/* SPDX-License-Identifier: BSD-2-Clause */
/* -w of trace_points and trace_blocks: set, remove and list conditions. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL && CONFIG_SHELL_CONDITIONS

#include <errno.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/shell/table.h>
#include <spoor/util/divide.h>
#include <spoor/util/text.h>
#include "command_priv.h"

#define TEXT_BYTES 40

#define WATCHES_END (trace_triggers + CONFIG_TRACE_TRIGGERS)

static unsigned free_watches(void)
{
    unsigned n = 0;

    for (const struct trace_trigger *w = trace_triggers; w < WATCHES_END; w++) {
        n += w->point == NULL && w->block == NULL;
    }
    return n;
}

static unsigned selected_count(const struct trace_kind *k, char **words, int n)
{
    unsigned count = 0;

    for (unsigned id = 0; id < k->size(); id++) {
        count += trace_selected(k, words, n, id);
    }
    return count;
}

/*
 * Join the words between ID and action, so that a condition may be typed with blanks and without quotes.
 *
 * @return false if the text is too long for a condition
 */
static bool join(char text[TEXT_BYTES], char **words, int n)
{
    char *end = text;

    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        if ((size_t)(end - text) + strlen(words[i]) + 2 > TEXT_BYTES) {
            return false;
        }
        end = spoor_text_put(spoor_text_put(end, i == 0 ? "" : " "), words[i]);
    }
    return true;
}

static int read_condition(const struct trace_kind *k, char **words, int n, struct trace_condition *condition)
{
    char text[TEXT_BYTES];
    const char *complaint;
    int error;

    if (!join(text, words, n)) {
        spoor_printf("%s: -w: a condition has at most %d characters, e.g. \"%s\"\n", k->command,
                     TEXT_BYTES - 2, k->timed ? "max>50us" : "count>=1000");
        return -EINVAL;
    }
    error = trace_condition_parse(text, condition, &complaint);
    if (error == 0 && !k->timed && condition->quantity != TRACE_QUANTITY_COUNT) {
        complaint = "on a point compares its count";
        error = -EINVAL;
    }
    if (error != 0) {
        spoor_printf("%s: -w \"%s\": a condition %s, e.g. \"%s\"\n", k->command, text, complaint,
                     k->timed ? "max>50us" : "count>=1000");
    }
    return error;
}

static int check_action(const struct trace_kind *k, const char *name)
{
    const char *before = "";

    if (trace_action_find(name) != NULL) {
        return 0;
    }
    spoor_printf("%s: -w: no action is named \"%s\"; there are ", k->command, name);
    spoor_array_spread_foreach_ptr(a, trace_actions)
    {
        spoor_printf("%s%s", before, a->name);
        before = ", ";
    }
    spoor_printf("\n");
    return -ENOENT;
}

static int refuse_full(const struct trace_kind *k, unsigned wanted)
{
    spoor_printf("%s: -w: no room for %u more: %u conditions can be set (CONFIG_TRACE_TRIGGERS), %u are\n",
                 k->command, wanted, (unsigned)CONFIG_TRACE_TRIGGERS, CONFIG_TRACE_TRIGGERS - free_watches());
    return -ENOSPC;
}

static bool is_removal(char **words, int n)
{
    return n == 2 && spoor_text_is(words[1], "off");
}

static struct trace_point *point_of(const struct trace_kind *k, unsigned id)
{
    return k->point != NULL ? k->point(id) : NULL;
}

static struct trace_block *spoor_block_of(const struct trace_kind *k, unsigned id)
{
    return k->block != NULL ? k->block(id) : NULL;
}

static bool is_on(const struct trace_trigger *w, const struct trace_kind *k, unsigned id)
{
    return (w->point != NULL || w->block != NULL) && w->point == point_of(k, id) &&
           w->block == spoor_block_of(k, id);
}

/* @return the number of conditions on the selected items */
static int conditions_on(const struct trace_kind *k, char **words)
{
    int count = 0;

    for (unsigned id = 0; id < k->size(); id++) {
        for (const struct trace_trigger *w = trace_triggers; w < WATCHES_END; w++) {
            count += trace_selected(k, words, 1, id) && is_on(w, k, id);
        }
    }
    return count;
}

int trace_check_watch(const struct trace_kind *k, char **words, int n, int *wanted)
{
    struct trace_condition condition;
    int error;

    if (n == 0) {
        return 0;
    }
    if (is_removal(words, n)) {
        *wanted -= conditions_on(k, words);
        return 0;
    }
    if (n < 3) {
        spoor_printf("%s: -w needs an ID, a condition and an action, or an ID and off\n", k->command);
        return -EINVAL;
    }
    error = read_condition(k, words + 1, n - 2, &condition);
    if (error == 0) {
        error = check_action(k, words[n - 1]);
    }
    *wanted += (int)selected_count(k, words, 1);
    if (error == 0 && *wanted > (int)free_watches()) {
        error = refuse_full(k, (unsigned)*wanted);
    }
    return error;
}

/* Print a condition as it could be typed. Times have the largest unit in which they are a whole number. */
static char *condition_text(char text[TEXT_BYTES], const struct trace_condition *c)
{
    bool is_count = c->quantity == TRACE_QUANTITY_COUNT;
    uint64_t threshold = c->threshold, larger;
    uint32_t rest;
    unsigned unit = 0;

    while (!is_count && unit < 3 && threshold != 0 &&
           (larger = spoor_divide(threshold, 1000, &rest), rest == 0)) {
        threshold = larger;
        unit++;
    }
    spoor_snprintf(text, TEXT_BYTES, "%s%s%llu%s", spoor_text_nth(TRACE_QUANTITIES, c->quantity),
                   spoor_text_nth(TRACE_COMPARISONS, c->comparison), (unsigned long long)threshold,
                   is_count ? "" : spoor_text_nth(TRACE_TIME_UNITS, unit));
    return text;
}

void trace_show_watches(const struct trace_kind *k, unsigned id)
{
    char text[TEXT_BYTES];

    for (const struct trace_trigger *w = trace_triggers; w < WATCHES_END; w++) {
        if (is_on(w, k, id)) {
            spoor_printf("  %-11s%s: %s, fired %lu times\n", "condition", condition_text(text, &w->condition),
                         w->action->name, (unsigned long)w->fired);
        }
    }
}

static void print_watches(const struct trace_kind *k, struct spoor_table *t)
{
    char text[TEXT_BYTES];

    for (unsigned id = 0; id < k->size(); id++) {
        for (const struct trace_trigger *w = trace_triggers; w < WATCHES_END; w++) {
            if (is_on(w, k, id)) {
                spoor_table_number(t, id);
                spoor_table_text(t, k->name(id));
                spoor_table_text(t, condition_text(text, &w->condition));
                spoor_table_text(t, w->action->name);
                spoor_table_number(t, w->fired);
            }
        }
    }
}

static void list(const struct trace_kind *k)
{
    static const char columns[] = ">ID\0<Name\0<Condition\0<Action\0>Fired";
    struct spoor_table t;

    /*
     * Fired must be the last column: if a count gets another digit after it was measured, no other column
     * moves.
     */
    spoor_table_begin(&t, columns, 5);
    while (spoor_table_pass(&t)) {
        print_watches(k, &t);
    }
    spoor_printf("%u of %u conditions are free\n", free_watches(), (unsigned)CONFIG_TRACE_TRIGGERS);
}

static void remove_from(const struct trace_kind *k, unsigned id)
{
    unsigned n = trace_trigger_clear(point_of(k, id), spoor_block_of(k, id));

    if (n != 0) {
        spoor_printf("%s %u %s: %u condition%s removed\n", k->one, id, k->name(id), n, n == 1 ? "" : "s");
    } else {
        spoor_printf("%s %u %s: no condition was set\n", k->one, id, k->name(id));
    }
}

static int set_on(const struct trace_kind *k, unsigned id, const struct trace_condition *condition,
                  const struct trace_action *action)
{
    char text[TEXT_BYTES];

    if (trace_trigger_set(point_of(k, id), spoor_block_of(k, id), condition, action) != 0) {
        return refuse_full(k, 1);
    }
    spoor_printf("%s %u %s: %s: %s\n", k->one, id, k->name(id), condition_text(text, condition),
                 action->name);
    return 0;
}

int trace_watch_command(const struct trace_kind *k, char **words, int n)
{
    struct trace_condition condition;
    int error = 0;

    if (n == 0) {
        list(k);
        return 0;
    }
    if (!is_removal(words, n)) {
        error = read_condition(k, words + 1, n - 2, &condition);
    }
    for (unsigned id = 0; error == 0 && id < k->size(); id++) {
        if (!trace_selected(k, words, 1, id)) {
            continue;
        }
        if (is_removal(words, n)) {
            remove_from(k, id);
        } else {
            error = set_on(k, id, &condition, trace_action_find(words[n - 1]));
        }
    }
    return error;
}

#endif
