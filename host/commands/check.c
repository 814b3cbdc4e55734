/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor check: is a stream consistent? validate.c checks the records; this file checks the counts and prints
 * a table of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <cli.h>
#include <validate.h>

#define CPUS 64

struct type_count {
    uint64_t records, bytes, sum; /**< sum: of a block's times */
};

struct check {
    struct cli *cli;
    struct validator *validator;
    struct type_count (*types)[WIRE_IDS];
    unsigned wrong;
};

static void count_item(struct check *c, const struct spoor_item *item)
{
    struct type_count *type = &c->types[item->cpu][item->id];

    if (item->kind == SPOOR_RESTART) {
        memset(c->types[item->cpu], 0, sizeof c->types[item->cpu]);
    } else if (item->kind == SPOOR_RECORD) {
        type->records++;
        type->bytes += item->size;
        if (spoor_id(c->cli->elf, item->id)->class == SPOOR_BLOCK) {
            type->sum += item->word[0];
        }
    }
}

/* ------------------------------------------------------------------ the table */

static void check_cpu(struct check *c, unsigned cpu)
{
    struct spoor_counts n = spoor_counts(c->cli->reader, cpu);
    uint32_t by_id = 0;

    for (unsigned id = 0; id < WIRE_IDS; id++) {
        by_id += n.lost_by_id[id];
    }
    /* Records were lost while this was counted; the sums by ID are right. */
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

    if (more < 0 || !cli_has_packets(c->cli)) {
        return CLI_UNREADABLE;
    }
    if (wrong_things != 0) {
        printf("inconsistent: %" PRIu64 " contradictions\n", wrong_things);
        return CLI_WRONG;
    }
    printf("consistent\n");
    return CLI_OK;
}

/*
 * Whether the stream reaches an end that the target made: its last counts come after all other packets, and
 * nothing was lost after them. An image always does.
 */
static bool is_complete(const struct cli *cli)
{
    for (unsigned cpu = 0; cpu < spoor_cpus(cli->reader) && cli->image == NULL; cpu++) {
        struct spoor_counts n = spoor_counts(cli->reader, cpu);

        if (!n.told || n.sent != n.decoded + n.missing + n.unread + n.before_joining || n.lost > n.in_gaps) {
            return false;
        }
    }
    return true;
}

static int check(struct cli *cli)
{
    struct check c = {.cli = cli, .validator = validate_open(cli->elf)};
    struct spoor_merge *merge = spoor_merge_open(cli->reader, cli->elf);
    struct spoor_item item;
    int more = -1;

    c.types = calloc(CPUS, sizeof *c.types);
    if (merge != NULL && c.types != NULL && c.validator != NULL) {
        while ((more = spoor_merge_next(merge, &item)) > 0) {
            count_item(&c, &item);
            validate_item(c.validator, &item);
        }
        c.wrong += validate_end(c.validator, is_complete(cli), &cli->report);
        print_all(&c);
    }
    int result = verdict(&c, more);

    spoor_merge_close(merge);
    validate_close(c.validator);
    free(c.types);
    return result;
}

SPOOR_COMMAND(check, "FILE", "verify order, sequence and accounting; print a table of counts", CLI_RECORDING,
              check);
