/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor swo: extract the trace link from a capture of the SWO pin. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cli/output.h>
#include <foreign/swo.h>

static struct {
    bool tpiu;
    const char *id, *port, *output;
} given;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write to FILE instead of standard output."},
    {"tpiu", 't', OPTION_FLAG, &given.tpiu, NULL, "The capture has TPIU frames of 16 bytes."},
    {"id", 0, OPTION_TEXT, &given.id, "N", "With --tpiu: take the source with this ID (default 1)."},
    {"port", 'p', OPTION_TEXT, &given.port, "N", "Take this stimulus port (default 1)."},
    OPTION_END};

static const char description[] =
    "FILE is a capture of ITM packets, raw or in TPIU frames, or - for standard input. At the end the counts "
    "of the capture are printed on standard error.";

static const struct doc_item examples[] = {
    {"nc localhost 3344 | spoor swo --tpiu - | spoor dump --elf demo.elf -",
     "Show events as a debug probe delivers them."},
    {NULL}};

static void to_output(void *arg, const uint8_t *bytes, size_t n)
{
    out_bytes(arg, (const char *)bytes, n);
}

static void to_itm(void *arg, const uint8_t *bytes, size_t n)
{
    itm_read(arg, bytes, n);
}

static void to_nowhere(void *arg, const uint8_t *bytes, size_t n)
{
    (void)arg;
    (void)bytes;
    (void)n;
}

/* Print the counts, and what to do if the capture has no byte of the port. @return an exit status */
static int print_counts(const char *name, const struct itm *itm, const struct tpiu *tpiu)
{
    const struct itm_counts *c = &itm->counts;

    if (given.tpiu) {
        fprintf(stderr,
                "spoor: %s: %" PRIu64 " TPIU frames, %" PRIu64 " bytes of other sources, %" PRIu64
                " skipped\n",
                name, tpiu->counts.frames, tpiu->counts.other, tpiu->counts.skipped);
    }
    fprintf(stderr,
            "spoor: %s: port %u: %" PRIu64 " bytes; %" PRIu64 " hardware packets, %" PRIu64
            " timestamps, %" PRIu64 " overflows, %" PRIu64 " bytes outside of packets\n",
            name, itm->port, c->data, c->hardware, c->times, c->overflows, c->bad);
    if (c->data != 0 && c->bad <= c->data) {
        return CLI_OK;
    }
    for (unsigned n = 0; n < ITM_PORTS; n++) {
        if (c->ports[n] != 0) {
            fprintf(stderr, "spoor: %s: port %u has %" PRIu64 " bytes: try --port %u\n", name, n, c->ports[n],
                    n);
        }
    }
    if (given.tpiu && tpiu->counts.frames == 0) {
        fprintf(stderr, "spoor: %s: no TPIU frames: try without --tpiu\n", name);
    } else if (!given.tpiu && tpiu->counts.syncs != 0) {
        fprintf(stderr, "spoor: %s: the capture has TPIU frames: try --tpiu\n", name);
    }
    return CLI_UNREADABLE;
}

/* Parse a number up to `most`; NULL is 1. @return whether it is one */
static bool number(const char *text, unsigned most, unsigned *n)
{
    char *end = NULL;

    *n = 1;
    if (text != NULL) {
        unsigned long value = strtoul(text, &end, 10);

        *n = (unsigned)value;
        return end != text && *end == 0 && text[0] != '-' && value <= most;
    }
    return true;
}

static int swo(struct cli *cli)
{
    struct output output;
    struct itm itm = {.take = to_output};
    struct tpiu tpiu = {.take = given.tpiu ? to_itm : to_nowhere, .arg = &itm};
    bool is_input = strcmp(cli->input.file, "-") == 0;
    int in = is_input ? 0 : open(cli->input.file, O_RDONLY | O_CLOEXEC);
    static uint8_t bytes[65536];
    ssize_t n;

    if (!number(given.port, ITM_PORTS - 1, &itm.port)) {
        return cli_usage("a port is 0 to 255, not ", given.port);
    }
    if (!number(given.id, 127, &tpiu.id)) {
        return cli_usage("a source's ID is 1 to 127, not ", given.id);
    }
    if (in < 0) {
        return cli_failed(cli->input.file, strerror(errno));
    }
    int result = output_open_live(&output, cli, given.output, true);

    if (result != CLI_OK) {
        return result;
    }
    itm.arg = output.out;
    while ((n = read(in, bytes, sizeof bytes)) != 0) {
        if (n < 0 && errno != EINTR) {
            return cli_failed(cli->input.file, strerror(errno));
        }
        if (n > 0 && !given.tpiu) {
            itm_read(&itm, bytes, (size_t)n);
        }
        if (n > 0) {
            tpiu_read(&tpiu, bytes, (size_t)n);
        }
        out_flush(output.out); /* a reader may be waiting */
    }
    result = output_close(&output, output.out->error == 0 ? CLI_OK : CLI_UNREADABLE);
    return result == CLI_OK ? print_counts(cli->input.file, &itm, &tpiu) : result;
}

SPOOR_COMMAND(swo, CLI_RECORD, "FILE", "extract the trace link from a capture of the SWO pin", CLI_FILE, swo,
              options, description, examples, .see = "record dump");
