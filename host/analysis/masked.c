/* SPDX-License-Identifier: BSD-2-Clause */
/* masked: sections with interrupts masked, by the function that masked them. */
#include <analysis/analysis.h>
#include <analysis/group.h>
#include <analysis/spread.h>

struct masked_row {
    struct group_row row; /* key: the function's address, or the caller's if no symbol has it; and the CPU */
    struct spread length;
    uint32_t caller; /* of the first section */
};

static uint32_t function_of(const struct spoor_elf *elf, uint32_t address)
{
    uint32_t offset;

    return spoor_elf_symbol(elf, address, &offset) != NULL ? address - offset : address;
}

static bool masked_takes(const struct spoor_id *id)
{
    return id->role == SPOOR_WIRE_ROLE_MASKED;
}

static void masked_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    struct group *g = s->state;

    uint32_t caller = spoor_value(&id->fields[0], item->word) & ~UINT32_C(1);
    uint32_t length = spoor_value(&id->fields[1], item->word);

    g->row_bytes = sizeof(struct masked_row);
    struct masked_row *row = group_get(g, function_of(s->elf, caller), item->cpu);

    if (row == NULL) {
        s->failed = true;
    } else {
        row->caller = row->length.count == 0 ? caller : row->caller;
        spread_add(&row->length, length, item->time >= length ? item->time - length : 0);
    }
}

/* The function's name alone: sections that it masks in several places are one row. */
static void put_function(struct stats *s, uint32_t address)
{
    const char *symbol = spoor_elf_symbol(s->elf, address, NULL);

    if (symbol != NULL) {
        table_text(s->table, symbol);
    } else {
        analysis_function(s, address);
    }
}

static void masked_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct masked_row *row = group_nth(g, n);
        const struct spread *d = &row->length;

        put_function(s, row->caller);
        table_number(s->table, (int64_t)row->row.b);
        table_number(s->table, (int64_t)d->count);
        analysis_us(s, d->sum);
        analysis_average(s, d->sum, d->count);
        analysis_us(s, d->max);
        analysis_time(s, d->max_at);
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    spread_free(&((struct masked_row *)row)->length);
}

static void masked_free(struct stats *s)
{
    group_free(s->state, free_row);
}

static const struct column columns[] = {
    {"function", COLUMN_TEXT, "the function that masked interrupts"},
    {"cpu", COLUMN_NUMBER, "the CPU"},
    {"count", COLUMN_COUNT,
     "number of recorded sections: each that was the longest so far, and those of trace_masked -e"},
    {"total_us", COLUMN_SUM_US, "how long in all"},
    {"avg_us", COLUMN_US, "the average"},
    {"max_us", COLUMN_US, "the longest"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
};

SPOOR_ANALYSIS(masked, "irq-masked",
               "sections with interrupts masked, as the target records them: who, how long", 0, METRIC,
               PAGE(TABLES, 75, "Masked sections", "Who masked interrupts, and for how long.", 40,
                    .jump = {HISTORY_CPU, "cpu"}),
               struct group, columns, .sort = "-max_us", .takes = masked_takes, .item = masked_item,
               .end = masked_end, .free = masked_free);
