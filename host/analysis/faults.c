/* SPDX-License-Identifier: BSD-2-Clause */
/* faults: faults of a CPU and panics of the kernel. */
#include <analysis/analysis.h>

static bool faults_takes(const struct spoor_id *id)
{
    return id->role == SPOOR_WIRE_ROLE_FAULT || id->role == SPOOR_WIRE_ROLE_PANIC;
}

static void faults_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    const struct follow_cpu *cpu = &intervals_follow(s->intervals)->cpu[item->cpu];

    analysis_time(s, item->time);
    table_number(s->table, item->cpu);
    table_text(s->table, id->role == SPOOR_WIRE_ROLE_FAULT ? "fault" : "panic");
    analysis_thread(s, cpu->known ? cpu->thread : FOLLOW_NO_THREAD);
    analysis_function(s, spoor_value(&id->fields[0], item->word));
    table_end_row(s->table);
}

static void nothing(struct stats *s)
{
    (void)s;
}

static const struct column columns[] = {
    {"time_s", COLUMN_TIME, "when it occurred"},
    {"cpu", COLUMN_NUMBER, "the CPU"},
    {"kind", COLUMN_TEXT, "fault: of the CPU; panic: of the kernel"},
    {"thread", COLUMN_TEXT, "the running thread"},
    {"place", COLUMN_TEXT, "the instruction that faulted, or the caller of the panic"},
};

SPOOR_ANALYSIS(faults, "faults", "faults of a CPU and panics of the kernel: when, where", 0, NO_METRIC,
               NO_PAGE, char, columns, .takes = faults_takes, .item = faults_item, .end = nothing);
