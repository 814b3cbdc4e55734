/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor info: show the recordings of a file, and the analyses that are possible with them. */
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <cli/cli.h>
#include <analysis/analysis.h>

/* The counts of one recording. */
struct span {
    uint64_t first, last, events, lost_places;
    uint32_t brings;
    bool some;
};

#define SPANS_MAX 16

static struct span spans[SPANS_MAX];

static void take(struct cli *cli, struct span *s, const struct spoor_item *item)
{
    if (item->kind == SPOOR_RECORD) {
        s->first = s->some ? s->first : item->time;
        s->last = item->time;
        s->some = true;
        s->events++;
        s->brings |= analysis_brings(spoor_id(cli->input.elf, item->id));
    } else if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED) {
        s->lost_places++;
    }
}

static const struct doc_item examples[] = {{"spoor info -e ELF FILE", "Look at a new recording."}, {NULL}};

static int read_all(struct cli *cli)
{
    const struct spoor_item *item;
    unsigned n = 0;
    int more;

    memset(spans, 0, sizeof spans);
    while ((more = spoor_next(cli->input.reader, &item)) > 0) {
        n = spoor_recordings(cli->input.reader);
        take(cli, &spans[n == 0 ? 0 : n - 1 < SPANS_MAX ? n - 1 : SPANS_MAX - 1], item);
    }
    return more;
}

static void put_wall(const char *label, uint64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm t;
    char text[64];

    if (ms != 0 && gmtime_r(&seconds, &t) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &t) != 0) {
        printf("%s%s UTC\n", label, text);
    }
}

static void put_bytes(const uint8_t *bytes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        printf("%02x", bytes[i]);
    }
}

static void make_printable(char *text, size_t size, const char *from)
{
    snprintf(text, size, "%s", from);
    for (char *c = text; *c != 0; c++) {
        *c = *c < ' ' || *c == 0x7F ? '?' : *c;
    }
}

static void put_program(const struct cli *cli, const struct spoor_recording *rec)
{
    char program[sizeof rec->program];

    make_printable(program, sizeof program, rec->program);
    if (cli->input.tracer != NULL) {
        printf("  tracer    %s\n", cli->input.tracer);
        if (program[0] != 0) {
            printf("  program   %s\n", program);
        }
        return;
    }
    printf("  program   %s%sbuild ", program, program[0] != 0 ? ", " : "");
    put_bytes(rec->header.build_id, rec->header.build_id_bytes);
    printf("%s\n", cli->input.elf == NULL        ? "; no ELF file was given (--elf)"
                   : rec->fit == SPOOR_FIT       ? ", matches the ELF file"
                   : rec->fit == SPOOR_FIT_WRONG ? ", doesn't match the ELF file"
                                                 : "; the ELF file has no build ID to compare");
}

static void put_recording(const struct cli *cli, unsigned n)
{
    static const char *const modes[] = {"stream", "overwrite", "stop"};
    const struct spoor_recording *rec = spoor_recording_nth(cli->input.reader, n);
    const struct spoor_header *h = &rec->header;
    const struct span *s = &spans[n < SPANS_MAX ? n : SPANS_MAX - 1];

    printf("recording %u of the file (the target's number %u, boot %u)\n", n + 1, rec->id, h->boots);
    if (h->seen) {
        char board[6 * sizeof h->board];

        make_printable(board, sizeof board, h->board);
        printf("  board     %s%s%u CPU%s, counter %.6f MHz, tick %u Hz, mode %s\n", board,
               board[0] != 0 ? ", " : "", h->cpus, h->cpus == 1 ? "" : "s", h->hz / 1e6, h->tick_hz,
               h->mode < 3 ? modes[h->mode] : "?");
        put_program(cli, rec);
        put_wall("  wall      ", h->wall_ms);
    } else {
        printf("  no header was received: the board and the rate of its counter are unknown\n");
    }
    if (s->some && h->hz == 0) {
        printf("  span      cycle %" PRIu64 " to %" PRIu64 ": %" PRIu64 " events\n", s->first, s->last,
               s->events);
    } else if (s->some) {
        double seconds = (double)(s->last - s->first) / h->hz;

        printf("  span      %.6f s to %.6f s: %.6f s, %" PRIu64 " events", (double)s->first / h->hz,
               (double)s->last / h->hz, seconds, s->events);
        if (seconds > 0) {
            printf(", %.0f per second", (double)s->events / seconds);
        }
        putchar('\n');
    }
    for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
        const struct spoor_account *a = &rec->account[cpu];
        uint64_t link = a->missing + a->unread + a->cut;

        printf("  CPU %-5u %" PRIu64 " events; lost %" PRIu64 " on the target, %" PRIu64 " on the link", cpu,
               a->decoded, spoor_lost(a), link);
        if (a->cleared != 0) {
            printf("; cleared %" PRIu64, a->cleared);
        }
        if (a->before != 0) {
            printf("; %" PRIu64 " before the reader joined", a->before);
        }
        printf("%s\n", a->told ? "" : "; the target hasn't reported its losses");
    }
}

static void put_analyses(const struct cli *cli, uint32_t brings)
{
    const struct analysis *a;

    if (cli->input.elf == NULL) {
        return;
    }
    printf("analyses (spoor stats KIND)\n");
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        uint32_t missing = a->needs & ~(brings | NEEDS_WAKE);

        printf("  %-13s  %s%s\n", a->name, missing == 0 ? a->summary : "not possible: needs ",
               missing == 0                ? ""
               : cli->input.tracer != NULL ? analysis_missing(missing)
                                           : analysis_remedy(missing));
    }
}

static int info(struct cli *cli)
{
    uint32_t brings = 0;

    if (read_all(cli) < 0 || !input_has_packets(&cli->input)) {
        return CLI_UNREADABLE;
    }
    const struct spoor_traffic *t = spoor_traffic(cli->input.reader);
    const struct spoor_note *note = spoor_note(cli->input.reader);

    if (note->text[0] != 0) {
        printf("recorded by: spoor %.*s\n", (int)strcspn(note->text, "\n\r\033"), note->text);
        put_wall("recorded at: ", note->ms);
    }
    cli_print_end(cli);
    for (unsigned n = 0; n < spoor_recordings(cli->input.reader); n++) {
        put_recording(cli, n);
        brings |= spans[n < SPANS_MAX ? n : SPANS_MAX - 1].brings;
    }
    if (!input_is_memory(&cli->input) && cli->input.tracer == NULL) {
        printf("%" PRIu64 " packets, %" PRIu64 " bytes; %" PRIu64 " bytes of console text; %" PRIu64
               " bytes skipped\n",
               t->packets, t->packet_bytes, t->text_bytes, t->bytes);
    }
    put_analyses(cli, brings);
    return CLI_OK;
}

SPOOR_COMMAND(info, CLI_LOOK, "FILE", "show the recordings of a file: span, rates, losses, possible analyses",
              CLI_RECORDING, info,
              .more =
                  "`spoor info` shows the board, the span, the rates and the losses of each recording in a "
                  "file, and which tables its events are enough for. If events are missing, the command that "
                  "records them is named.",
              .examples = examples, .see = "check stats");
