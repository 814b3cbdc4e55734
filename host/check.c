/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor check: does a stream agree with itself? Order of time, accounting, threads that run only when they
 * may, stacks and blocks that fit. Prints a table of what there was.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "cli_priv.h"

#define CPUS    64
#define THREADS 256
#define RECENT  64 /* records among which a stack looks for its own */

enum state { UNKNOWN, RUNS, READY, WAITS };

struct cpu_check {
    uint64_t last_time;
    uint32_t recent[RECENT]; /**< header words, as in a ring */
    unsigned recents;
    bool incomplete; /**< something was lost within the last RECENT records */
};

struct type_count {
    uint64_t records, bytes, sum; /**< sum: of a block's times */
};

struct check {
    struct cli *cli;
    struct running run;
    enum state threads[THREADS];
    bool wakes_seen;
    struct cpu_check cpu[CPUS];
    struct type_count (*types)[WIRE_IDS];
    unsigned wrong;
};

static void wrong(struct check *c, const struct spoor_item *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void wrong(struct check *c, const struct spoor_item *item, const char *format, ...)
{
    va_list args;

    if (c->wrong++ >= 20) {
        return; /* the rest is counted only */
    }
    fprintf(stderr, "spoor: offset %" PRIu64 ": CPU %u, time %" PRIu64 ": ", item->offset, item->cpu,
            item->time);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* ------------------------------------------------------------------ threads */

/* What may be missing could have been a wake-up. */
static void forget_threads(struct check *c)
{
    memset(c->threads, 0, sizeof c->threads);
}

static bool still_ready(const struct spoor_item *item, const struct spoor_id *id)
{
    struct spoor_field f;

    for (unsigned at = 0; spoor_next_field(id, item->word, &at, &f);) {
        if (strcmp(f.name, "reason") == 0) {
            const char *name = f.format;

            for (uint32_t v = f.value; v > 0 && name != NULL; v--) {
                name = strchr(name, '|');
                name = name != NULL ? name + 1 : NULL;
            }
            return name != NULL && (strncmp(name, "preempted", 9) == 0 || strncmp(name, "yield", 5) == 0);
        }
    }
    return true;
}

static void check_switch(struct check *c, const struct spoor_item *item, uint32_t next)
{
    const struct spoor_id *id = spoor_id(c->cli->elf, item->id);

    if (c->run.cpu[item->cpu].known && c->run.cpu[item->cpu].thread < THREADS) {
        c->threads[c->run.cpu[item->cpu].thread] = still_ready(item, id) ? READY : WAITS;
    }
    if (next >= THREADS) {
        return;
    }
    if (c->threads[next] == WAITS && c->wakes_seen) {
        wrong(c, item, "thread %u runs, and nothing woke it since it began to wait", next);
    }
    if (c->threads[next] == RUNS) {
        wrong(c, item, "thread %u runs on another CPU already", next);
    }
    c->threads[next] = RUNS;
}

static void check_threads(struct check *c, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(c->cli->elf, item->id);
    uint32_t thread;

    if (running_is_switch(c->cli->elf, item, &thread)) {
        check_switch(c, item, thread);
    } else if (strstr(id->name, "wake") != NULL && spoor_field(id, item->word, "thread", &thread)) {
        c->wakes_seen = true;
        if (thread < THREADS) {
            c->threads[thread] = READY;
        }
    } else if (strcmp(id->name, "thread_new") == 0 && spoor_field(id, item->word, "thread", &thread) &&
               thread < THREADS) {
        c->threads[thread] = UNKNOWN;
    }
}

/* ------------------------------------------------------------------ records */

static void check_stack(struct check *c, const struct spoor_item *item)
{
    const struct cpu_check *cpu = &c->cpu[item->cpu];
    unsigned n = cpu->recents < RECENT ? cpu->recents : RECENT;
    const uint8_t *d = item->data;

    if (item->bytes < 4 || item->bytes % 4 != 0) {
        wrong(c, item, "a stack of %u bytes", item->bytes);
        return;
    }
    uint32_t header = d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 | (uint32_t)d[3] << 24;

    for (unsigned i = 0; i < n; i++) {
        if (cpu->recent[i] == header) {
            return;
        }
    }
    if (!cpu->incomplete) {
        wrong(c, item, "a stack of no record");
    }
}

static void check_record(struct check *c, const struct spoor_item *item)
{
    struct cpu_check *cpu = &c->cpu[item->cpu];
    const struct spoor_id *id = spoor_id(c->cli->elf, item->id);
    struct type_count *type = &c->types[item->cpu][item->id];

    if (item->time < cpu->last_time) {
        wrong(c, item, "time goes back from %" PRIu64, cpu->last_time);
    }
    cpu->last_time = item->time;
    type->records++;
    type->bytes += item->size;
    if (id->class == SPOOR_BLOCK) {
        type->sum += item->word[0];
        if (item->word[0] > item->time) {
            wrong(c, item, "block %s took longer than there was time", id->name);
        }
    }
    if (id->class == SPOOR_STACK) {
        check_stack(c, item);
    } else {
        cpu->recent[cpu->recents++ % RECENT] =
            WIRE_HEADER_WORD(item->id) | ((uint32_t)item->time & WIRE_TIME_MASK);
        cpu->incomplete = cpu->incomplete && cpu->recents % RECENT != 0;
    }
    check_threads(c, item);
}

static void check_item(struct check *c, const struct spoor_item *item)
{
    switch (item->kind) {
    case SPOOR_RECORD:
        check_record(c, item);
        break;
    case SPOOR_RESTART:
        memset(c->types[item->cpu], 0, sizeof c->types[item->cpu]);
        memset(&c->cpu[item->cpu], 0, sizeof c->cpu[item->cpu]);
        /* fall through */
    case SPOOR_GAP:
    case SPOOR_MISSING:
    case SPOOR_JOINED:
        c->cpu[item->cpu].incomplete = true;
        forget_threads(c);
        break;
    default:
        break;
    }
    running_follow(&c->run, c->cli->elf, item);
}

/* ------------------------------------------------------------------ the table */

static void check_cpu(struct check *c, unsigned cpu)
{
    struct spoor_counts n = spoor_counts(c->cli->reader, cpu);
    uint32_t by_id = 0;

    for (unsigned id = 0; id < WIRE_IDS; id++) {
        by_id += n.lost_by_id[id];
    }
    /* Counted while more are lost, by ID after all. */
    if (n.told && by_id < n.lost) {
        fprintf(stderr, "spoor: CPU %u: %u events lost in all, and %u by what they were\n", cpu, n.lost,
                by_id);
        c->wrong++;
    }
}

static void print_types(const struct check *c, unsigned cpu)
{
    struct spoor_counts n = spoor_counts(c->cli->reader, cpu);

    for (unsigned id = 0; id < WIRE_IDS; id++) {
        const struct type_count *t = &c->types[cpu][id];

        if (t->records == 0 && n.lost_by_id[id] == 0) {
            continue;
        }
        printf("%3u  %-24s %10" PRIu64 " %10u %10" PRIu64 " %10" PRIu64 " %6.2f", cpu, names_id(c->cli, id),
               t->records, n.lost_by_id[id], t->records + n.lost_by_id[id], t->bytes,
               t->records != 0 ? (double)t->bytes / (double)t->records : 0.0);
        if (spoor_id(c->cli->elf, id)->class == SPOOR_BLOCK) {
            printf("  %" PRIu64 " cycles", t->sum);
        }
        putchar('\n');
    }
}

static void print_cpu(const struct check *c, unsigned cpu)
{
    struct spoor_counts n = spoor_counts(c->cli->reader, cpu);
    uint32_t link = n.missing + n.unread + n.cut;

    printf("CPU %u: emitted %u = decoded %u + lost on the target %u + lost on the link %u", cpu,
           n.decoded + n.lost + link + n.before_joining, n.decoded, n.lost, link);
    if (n.before_joining != 0) {
        printf(" + before %u", n.before_joining);
    }
    if (!n.told) {
        printf("; the target has not told its losses");
    } else if (n.lost > n.in_gaps) {
        printf("; %u of the losses without a place", n.lost - n.in_gaps);
    }
    putchar('\n');
}

static void print_traffic(const struct check *c)
{
    const struct spoor_traffic *t = spoor_traffic(c->cli->reader);
    uint64_t decoded = 0;

    for (unsigned cpu = 0; cpu < spoor_cpus(c->cli->reader); cpu++) {
        decoded += spoor_counts(c->cli->reader, cpu).decoded;
    }
    printf("%" PRIu64 " packets, %" PRIu64 " bytes", t->packets, t->packet_bytes);
    if (decoded != 0 && t->packets != 0) {
        printf(", %.2f bytes an event in all", (double)t->packet_bytes / (double)decoded);
    }
    printf("; %" PRIu64 " bytes of text\n", t->text_bytes);
    if (t->frames + t->invalid + t->repeated + t->unknown + t->bytes != 0) {
        printf("skipped: %" PRIu64 " bad frames (%" PRIu64 " bytes), %" PRIu64
               " packets without sense, %" PRIu64 " repeated, %" PRIu64 " of unknown types\n",
               t->frames, t->bytes, t->invalid, t->repeated, t->unknown);
    }
}

static void print_all(struct check *c)
{
    unsigned cpus = spoor_cpus(c->cli->reader);

    printf("CPU  Event                       Decoded       Lost    Emitted      Bytes  Each\n");
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        print_types(c, cpu);
        check_cpu(c, cpu);
    }
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        print_cpu(c, cpu);
    }
    print_traffic(c);
}

static int verdict(struct check *c, int more)
{
    const struct spoor_traffic *t = spoor_traffic(c->cli->reader);
    uint64_t wrong_things = c->wrong + t->wrong + t->invalid;

    if (more < 0) {
        return CLI_UNREADABLE;
    }
    if (t->packets == 0 && c->cli->image == NULL) {
        fprintf(stderr, "spoor: %s: no packet in it\n", c->cli->file);
        return CLI_UNREADABLE;
    }
    if (wrong_things != 0) {
        printf("inconsistent: %" PRIu64 " contradictions\n", wrong_things);
        return CLI_WRONG;
    }
    printf("consistent\n");
    return CLI_OK;
}

int check(struct cli *cli)
{
    struct check c = {.cli = cli};
    struct spoor_merge *merge = spoor_merge_open(cli->reader, cli->elf);
    struct spoor_item item;
    int more = -1;

    c.types = calloc(CPUS, sizeof *c.types);
    if (merge != NULL && c.types != NULL) {
        while ((more = spoor_merge_next(merge, &item)) > 0) {
            check_item(&c, &item);
        }
        print_all(&c);
    }
    int result = verdict(&c, more);

    spoor_merge_close(merge);
    free(c.types);
    return result;
}
