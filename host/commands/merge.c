/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor merge: put several recordings on the time axis of the first. The clocks are compared by an event that
 * all have recorded, by the host's time, or by a given offset.
 */
#include <stdlib.h>
#include <string.h>
#include <cli/output.h>
#include <merge/merge.h>

static struct {
    struct option_list elf;
    const char *by, *to, *output;
} given;

static const struct option options[] = {
    {"elf", 'e', OPTION_LIST, &given.elf, "ELF",
     "The program of each recording, in the order of the files. One is for all of them. Packs need none."},
    {"by", 'b', OPTION_TEXT, &given.by, "WAY",
     "How clocks are compared. host-time: by the host's clock. offset=TIME[,TIME…]: add TIME to the times of "
     "the second recording, the third and so on. event=NAME: the n-th such event of each recording is one "
     "moment. event=NAME.FIELD: events with an equal value are one moment."},
    CLI_RATE_OPTION,
    {"to", 0, OPTION_TEXT, &given.to, "text|perfetto", "The format (default text, as in `spoor dump`)."},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write to FILE instead of standard output."},
    OPTION_END};

static const char description[] =
    "Times are those of the first recording. The offset and the rate of each clock are printed, with the "
    "error of the fit and where it is largest. By host time the error isn't known: it is the time from the "
    "recorder's first byte to the target's first header, unless the target sends the wall clock.";

static const struct doc_item examples[] = {
    {"spoor merge --by event=sync.number -e a.elf a.spoor -e b.elf b.spoor --to perfetto -o both.perfetto",
     "Show two targets that count a common signal in ui.perfetto.dev."},
    {NULL}};

static struct member *members;
static unsigned member_count;

/* ------------------------------------------------------------------ the command */

static bool is_perfetto(void)
{
    return given.to != NULL && strcmp(given.to, "perfetto") == 0;
}

static int write_to(struct cli *cli, struct out *out)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < member_count && result == CLI_OK; n++) {
        result = merge_open(&members[n], NULL);
    }
    if (result == CLI_OK) {
        result = is_perfetto() ? merge_perfetto(members, member_count, out)
                               : merge_text(members, member_count, out);
    }
    out_flush(out);
    for (unsigned n = 0; n < member_count; n++) {
        (void)cli_fail(cli, &members[n].input.fault, result);
        input_close(&members[n].input);
    }
    return result;
}

static int write_file(struct cli *cli)
{
    struct output output;
    int result = output_open(&output, cli, given.output, is_perfetto());

    return result == CLI_OK ? output_close(&output, write_to(cli, output.out)) : result;
}

static int run(struct cli *cli)
{
    int result;

    for (unsigned n = 0; n < member_count; n++) {
        members[n].file = cli->argument[n];
        members[n].rate = cli_rate;
        members[n].elf = given.elf.count == 0   ? NULL
                         : given.elf.count == 1 ? given.elf.item[0]
                         : n < given.elf.count  ? given.elf.item[n]
                                                : NULL;
    }
    const struct spoor_report report = cli_report(cli);

    result = merge_survey(members, member_count, given.by, &report, &cli->input.fault);
    for (unsigned n = 0; n < member_count; n++) {
        members[n].input.report = report;
    }
    if (result == CLI_OK) {
        result = merge_fit(members, member_count, given.by, &cli->input.fault);
    }
    return result == CLI_OK ? write_file(cli) : result;
}

static int merge(struct cli *cli)
{
    int result;

    member_count = cli->arguments;
    if (member_count < 2 || member_count > MERGE_MAX) {
        return cli_usage("merge needs two to eight recordings", "");
    }
    if (given.by == NULL || !merge_is_way(given.by)) {
        return cli_usage("merge needs --by host-time, offset=TIME, event=NAME or event=NAME.FIELD", "");
    }
    members = calloc(member_count, sizeof *members);
    result = members != NULL ? run(cli) : CLI_UNREADABLE;
    merge_free(members, member_count);
    free(members);
    return result;
}

SPOOR_COMMAND(merge, CLI_CONVERT, "FILE FILE…", "put several recordings on one time axis", CLI_NOTHING, merge,
              options, description, examples, .status = {[3] = STATUS_LACKS}, .see = "report export dump");
