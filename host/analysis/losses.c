/* SPDX-License-Identifier: BSD-2-Clause */
/* losses: where records are missing, and how many. */
#include <analysis/analysis.h>

static void losses_note(struct stats *s, const struct spoor_item *item)
{
    static const char *const where[] = {[SPOOR_GAP] = "target",
                                        [SPOOR_CLEARED] = "cleared",
                                        [SPOOR_MISSING] = "link",
                                        [SPOOR_JOINED] = "before"};

    if (item->kind == SPOOR_FILTER || item->kind == SPOOR_ENDED) {
        return; /* not a loss */
    }
    analysis_time(s, item->time);
    table_number(s->table, item->cpu);
    table_text(s->table, where[item->kind]);
    table_number(s->table, item->count);
    analysis_us(s, item->until > item->time ? item->until - item->time : 0);
    table_end_row(s->table);
}

static void nothing(struct stats *s)
{
    (void)s;
}

static const struct column columns[] = {
    {"time_s", COLUMN_TIME, "start of the loss"},
    {"cpu", COLUMN_NUMBER, "the CPU whose records are missing"},
    {"where", COLUMN_TEXT,
     "target: the ring was full; link: between target and reader; cleared: discarded on request; before: the "
     "reader joined late"},
    {"records", COLUMN_NUMBER, "number of records; of cleared: by all clears so far"},
    {"length_us", COLUMN_US, "length of the loss"},
};

SPOOR_ANALYSIS(losses, "losses", "where records are missing, how many, for how long", 0, NO_METRIC, NO_PAGE,
               char, columns, .note = losses_note, .end = nothing);
