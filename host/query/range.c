/* SPDX-License-Identifier: BSD-2-Clause */
/* The rest of the file is read only when the range is refused: the message says what the recording covers. */
#include <string.h>
#include <unistd.h>
#include <base/time.h>
#include <query/range.h>

static bool parse(const char *text, uint64_t *from, uint64_t *to)
{
    const char *dots = strstr(text, "..");
    char first[64] = "0";

    if (dots == NULL || (size_t)(dots - text) >= sizeof first) {
        return false;
    }
    if (dots != text) {
        memcpy(first, text, (size_t)(dots - text));
        first[dots - text] = 0;
    }
    return option_time(first, from) && (dots[2] == 0 || option_time(dots + 2, to)) && *from < *to;
}

int range_parse(struct range *r, const char *text)
{
    *r = (struct range){
        .text = text, .to_ns = UINT64_MAX, .from = text != NULL ? UINT64_MAX : 0, .to = UINT64_MAX};
    return text == NULL || parse(text, &r->from_ns, &r->to_ns)
               ? CLI_OK
               : cli_usage("--range is FROM..TO as 20ms..30ms, not ", text);
}

void range_rate(struct range *r, uint32_t hz)
{
    bool changed = hz != r->hz;

    r->hz = hz;
    if (changed && r->text != NULL) {
        r->from = hz != 0 ? spoor_cycles(r->from_ns, hz) : UINT64_MAX; /* nothing is inside yet */
        r->to = hz != 0 && r->to_ns != UINT64_MAX ? spoor_cycles(r->to_ns, hz) : UINT64_MAX;
    }
}

static void note_all(struct range *r, struct spoor_reader *reader, bool first_only)
{
    const struct spoor_item *item;

    while (!(first_only && r->some && r->hz != 0) && spoor_next(reader, &item) > 0) {
        range_rate(r, spoor_recording(reader)->header.hz);
        if (item->kind == SPOOR_RECORD) {
            range_note(r, item->time);
        }
    }
}

/* The pass began near the range. */
static void find_first(struct range *r, const struct cli *cli)
{
    static struct cli again;
    struct range begin = {.text = r->text, .to_ns = UINT64_MAX};

    if (cli->image == NULL && (strcmp(cli->file, "-") != 0 || lseek(STDIN_FILENO, 0, SEEK_SET) == 0) &&
        cli_open_file(&again, cli->elf_path, cli->file, true) == CLI_OK) {
        note_all(&begin, again.reader, true);
        if (begin.some) {
            range_note(r, begin.first);
        }
    }
    cli_close(&again);
}

int range_check(struct range *r, struct cli *cli)
{
    note_all(r, cli->reader, false);
    if (r->text == NULL || !r->some) {
        return CLI_OK;
    }
    out_flush(&cli->out);
    if (r->hz == 0) {
        fprintf(stderr, "spoor: %s: --range can't be used: no header came, which has the rate of the times\n",
                cli_input_name(cli));
        return CLI_UNREADABLE;
    }
    find_first(r, cli);
    if (r->to > r->first && r->from <= r->last) {
        return CLI_OK;
    }
    fprintf(stderr, "spoor: %s: --range %s is outside of the recording, which covers %.6fs..%.6fs\n",
            cli_input_name(cli), r->text, (double)r->first / r->hz, (double)r->last / r->hz);
    return CLI_UNREADABLE;
}
