/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor check: does a recording contradict itself, and is it complete enough to tell? validate.c checks the
 * records. This file checks and prints the counts and the verdict: docs/json.md, "check".
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <cli/cli.h>
#include <model/validate.h>
#include <write/names.h>

struct check {
    struct cli *cli;
    struct follow *follow;
    struct validator *validator;
    uint64_t wrong;
};

static const struct doc_item examples[] = {{"spoor check -e ELF FILE", "Check a recording."}, {NULL}};

/* ------------------------------------------------------------------ recordings as they end */

/*
 * The time up to which no record is missing: the time of the target's last counts, if they are the last
 * packet and nothing was lost after them; else 0. A memory image is complete.
 */
static uint64_t complete_until(const struct cli *cli, const struct spoor_recording *rec)
{
    uint64_t until = UINT64_MAX;

    for (unsigned cpu = 0; cpu < rec->cpus && !input_is_memory(&cli->input); cpu++) {
        const struct spoor_account *a = &rec->account[cpu];

        uint64_t came = a->words != 0 ? a->words : a->decoded + a->missing + a->unread + a->before;

        if (!a->told || a->sent != came || spoor_lost(a) > a->in_gaps) {
            return 0;
        }
        if (a->until < until) {
            until = a->until;
        }
    }
    return until;
}

static void end_recording(struct check *c, const struct spoor_recording *rec)
{
    c->wrong += validate_end(c->validator, complete_until(c->cli, rec), &c->cli->input.report);
}

static int read_all(struct check *c)
{
    const struct spoor_item *item;
    int more;

    while ((more = spoor_next(c->cli->input.reader, &item)) > 0) {
        if (item->kind == SPOOR_BEGIN && item->count != 0) {
            end_recording(
                c, spoor_recording_nth(c->cli->input.reader, spoor_recordings(c->cli->input.reader) - 2));
        }
        follow_item(c->follow, item);
        validate_item(c->validator, item, c->follow);
    }
    if (more == 0) {
        end_recording(c, spoor_recording(c->cli->input.reader));
    }
    return more;
}

/* ------------------------------------------------------------------ the table */

/* Sum up all recordings. */
static struct spoor_count sum_of(const struct cli *cli, unsigned cpu, unsigned id)
{
    struct spoor_count sum = {0};

    for (unsigned n = 0; n < spoor_recordings(cli->input.reader); n++) {
        const struct spoor_account *a = &spoor_recording_nth(cli->input.reader, n)->account[cpu];

        if (a->ids != NULL) {
            sum.decoded += a->ids[id].decoded;
            sum.bytes += a->ids[id].bytes;
            sum.sum += a->ids[id].sum;
            sum.lost += a->ids[id].lost;
        }
    }
    return sum;
}

static void print_types(const struct cli *cli, unsigned cpu)
{
    for (unsigned id = 0; id < SPOOR_WIRE_IDS; id++) {
        struct spoor_count n = sum_of(cli, cpu, id);

        if (n.decoded == 0 && n.lost == 0) {
            continue;
        }
        printf("%3u  %-24s %10" PRIu64 " %10u %10" PRIu64 " %10" PRIu64 " %6.2f", cpu,
               id == SPOOR_WIRE_ID_ANY ? "(any)" : names_id(cli->input.elf, id), n.decoded, n.lost,
               n.decoded + n.lost, n.bytes, n.decoded != 0 ? (double)n.bytes / (double)n.decoded : 0.0);
        if (spoor_id(cli->input.elf, id)->class == SPOOR_BLOCK) {
            printf("  %" PRIu64 " cycles", n.sum);
        }
        putchar('\n');
    }
}

static uint64_t lost_by_id(const struct spoor_account *a)
{
    uint64_t by_id = 0;

    for (unsigned id = 0; id < SPOOR_WIRE_IDS && a->ids != NULL; id++) {
        by_id += a->ids[id].lost;
    }
    return by_id;
}

/* In a part written by `spoor cut`, and in a trace.dat, the number of lost records of each ID is unknown. */
static bool is_part(const struct cli *cli)
{
    return cli->input.lost_by_cpu || strncmp(spoor_note(cli->input.reader)->text, "cut", 3) == 0;
}

/* Records were lost while this was counted; the sums by ID are right. */
static void check_losses(struct check *c, const struct spoor_recording *rec, unsigned cpu)
{
    const struct spoor_account *a = &rec->account[cpu];
    uint64_t by_id = lost_by_id(a);

    if (a->told && by_id < a->lost && !is_part(c->cli) && !input_is_memory(&c->cli->input)) {
        fprintf(stderr, "spoor: CPU %u: %" PRIu64 " events lost in total, but %" PRIu64 " by event\n", cpu,
                a->lost, by_id);
        c->wrong++;
    }
}

static void print_cpu(const struct spoor_recording *rec, unsigned cpu, bool several)
{
    const struct spoor_account *a = &rec->account[cpu];
    uint64_t link = a->missing + a->unread + a->cut, lost = spoor_lost(a);

    if (several) {
        printf("recording %u, ", rec->id);
    }
    printf("CPU %u: emitted %" PRIu64 " = decoded %" PRIu64 " + lost on the target %" PRIu64
           " + lost on the link %" PRIu64,
           cpu, a->decoded + lost + a->cleared + link + a->before, a->decoded, lost, link);
    if (a->cleared != 0) {
        printf(" + cleared %" PRIu64, a->cleared);
    }
    if (a->before != 0) {
        printf(" + before %" PRIu64, a->before);
    }
    if (!a->told) {
        printf("; the target has not reported its losses");
    } else if (lost > a->in_gaps) {
        printf("; %" PRIu64 " of the losses without a place", lost - a->in_gaps);
    }
    if (a->skipped != 0) {
        printf("; %" PRIu64 " bytes could not be read", a->skipped);
    }
    putchar('\n');
}

static void print_traffic(const struct cli *cli, uint64_t decoded)
{
    const struct spoor_traffic *t = spoor_traffic(cli->input.reader);

    printf("%" PRIu64 " packets, %" PRIu64 " bytes", t->packets, t->packet_bytes);
    if (decoded != 0 && t->packets != 0) {
        printf(", %.2f bytes per event in total", (double)t->packet_bytes / (double)decoded);
    }
    printf("; %" PRIu64 " bytes of text\n", t->text_bytes);
    if (t->frames + t->invalid + t->repeated + t->unknown + t->bytes + t->late != 0) {
        printf("skipped: %" PRIu64 " bad frames (%" PRIu64 " bytes), %" PRIu64 " invalid packets, %" PRIu64
               " repeated, %" PRIu64 " late, %" PRIu64 " of unknown types\n",
               t->frames, t->bytes, t->invalid, t->repeated, t->late, t->unknown);
    }
}

static void print_all(struct check *c)
{
    const struct spoor_reader *r = c->cli->input.reader;
    unsigned cpus = 0, recordings = spoor_recordings(r);
    uint64_t decoded = 0;

    for (unsigned n = 0; n < recordings; n++) {
        unsigned of_this = spoor_recording_nth(r, n)->cpus;

        cpus = of_this > cpus ? of_this : cpus;
    }
    printf("CPU  Event                       Decoded       Lost    Emitted      Bytes  Each\n");
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        print_types(c->cli, cpu);
    }
    for (unsigned n = 0; n < recordings; n++) {
        const struct spoor_recording *rec = spoor_recording_nth(r, n);

        for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
            check_losses(c, rec, cpu);
            print_cpu(rec, cpu, recordings > 1);
            decoded += rec->account[cpu].decoded;
        }
    }
    print_traffic(c->cli, decoded);
}

/* ------------------------------------------------------------------ the verdict */

static unsigned print_reason(bool reason, const char *text)
{
    if (reason) {
        printf("can't say: %s\n", text);
    }
    return reason;
}

/* Print the reasons of one recording. @return their number */
static unsigned print_reasons(const struct cli *cli, const struct spoor_recording *rec)
{
    bool told = true, unread = false, untold = false;
    unsigned n = 0;

    for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
        told &= rec->account[cpu].told;
        unread |= rec->account[cpu].unread != 0 || rec->account[cpu].unread_end;
    }
    for (unsigned cpu = 0; cpu < rec->cpus && is_part(cli); cpu++) {
        untold |=
            rec->account[cpu].told && rec->account[cpu].lost != 0 && lost_by_id(&rec->account[cpu]) == 0;
    }
    n += print_reason(untold, "records were lost, and their events are unknown");
    n += print_reason(!rec->header.seen,
                      "no header was received: the rate of the clock and the program are unknown");
    n += print_reason(
        rec->header.seen && cli->input.tracer == NULL && cli->input.elf != NULL && rec->fit != SPOOR_FIT,
        "the ELF file or the recording has no build ID: nothing shows that they belong together");
    n += print_reason(!told, "a CPU has not reported its losses");
    n += print_reason(unread, "records were received that could not be decoded");
    return n;
}

static int verdict(struct check *c)
{
    const struct spoor_traffic *t = spoor_traffic(c->cli->input.reader);
    uint64_t wrong = c->wrong + t->wrong + t->invalid;
    unsigned reasons = 0;

    if (wrong != 0) {
        printf("contradiction: %" PRIu64 " found\n", wrong);
        return CLI_WRONG;
    }
    reasons += print_reason(c->cli->input.elf == NULL, "no ELF file was given (--elf)");
    for (unsigned n = 0; n < spoor_recordings(c->cli->input.reader) && reasons == 0; n++) {
        reasons += print_reasons(c->cli, spoor_recording_nth(c->cli->input.reader, n));
    }
    reasons += print_reason(t->skipped_words != 0, "parts of the memory could not be read");
    reasons += print_reason(t->late != 0, "packets arrived out of order");
    reasons += print_reason(t->unordered != 0, "a CPU sent nothing for too long to sort all records");
    reasons +=
        print_reason(validate_late_ticks(c->validator) > 1,
                     "ticks were so late that times may be short by multiples of 2^22 cycles (tick_late)");
    reasons += print_reason(c->follow->failed, "not enough memory");
    bool ended = spoor_end_note(c->cli->input.reader)->text[0] != 0;

    if (reasons == 0) {
        printf(ended                             ? "consistent, but the target ended by itself\n"
               : input_is_memory(&c->cli->input) ? "consistent by its counts; memory has no checksum\n"
                                                 : "consistent\n");
    }
    return ended ? CLI_WRONG : reasons != 0 ? CLI_CANT_SAY : CLI_OK;
}

static int check(struct cli *cli)
{
    struct check c = {
        .cli = cli, .follow = follow_open(cli->input.elf), .validator = validate_open(cli->input.elf)};
    int result = CLI_UNREADABLE;

    if (c.follow != NULL && c.validator != NULL && read_all(&c) == 0 && input_has_packets(&cli->input)) {
        print_all(&c);
        cli_print_end(cli);
        result = verdict(&c);
    }
    validate_close(c.validator);
    follow_close(c.follow);
    return result;
}

SPOOR_COMMAND(
    check, CLI_COMPARE, "FILE", "verify order, sequence and accounting; print a table of counts",
    CLI_RECORDING, check,
    .more = "`spoor check` checks that the records of each CPU are in order, that nothing contradicts "
            "itself, and that every record that the target counted was received or is counted as lost. It "
            "prints a table of counts, and the verdict on the last line. docs/json.md describes the table. "
            "Packets have checksums; a copy of the memory has none, so a bit that changed there may stay "
            "unnoticed.",
    .examples = examples,
    .status = {[0] = "The recording is consistent.",
               [1] = "The recording contradicts itself, or the target ended with an error.",
               [3] = "The recording isn't complete enough to decide. The last line says why."},
    .see = "info record");
