/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor merge: several recordings on one axis of time, that of the first. The clocks are compared by an event
 * that all recorded, by the host's time, or by a number.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "merge.h"

static struct {
    struct option_list elf;
    const char *by, *to, *output;
} given;

static const struct option options[] = {
    {"elf", 'e', OPTION_LIST, &given.elf, "ELF",
     "the program of each recording, in their order; packs need none. One for all: the same"},
    {"by", 'b', OPTION_TEXT, &given.by, "WAY",
     "host-time, offset=TIME[,TIME…] (added to the times of the second, the third …), event=NAME, or "
     "event=NAME.FIELD: the n-th such event of each is one moment, or those with an equal value"},
    {"to", 0, OPTION_TEXT, &given.to, "text|perfetto", "otherwise text, as of `spoor dump`"},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "otherwise standard output"},
    OPTION_END};

static const char help[] =
    "  spoor merge --by event=sync.number -e a.elf a.spoor -e b.elf b.spoor --to perfetto -o both.perfetto\n"
    "\n"
    "The fit, its error and where it is largest are printed. By host time, the error isn't known: it is the "
    "time\n"
    "from the recorder's first byte to the target's first header, unless the target tells the wall clock.\n";

static struct member *members;
static unsigned member_count;

/* ------------------------------------------------------------------ looking for moments */

/* @return an exit status */
static int add_moment(struct member *m, double key, double ns)
{
    if (m->count == m->room) {
        size_t room = m->room != 0 ? 2 * m->room : 1024;
        struct align_pair *grown = realloc(m->moments, room * sizeof *grown);

        if (grown == NULL) {
            return CLI_UNREADABLE;
        }
        m->moments = grown;
        m->room = room;
    }
    m->moments[m->count++] = (struct align_pair){key, ns};
    return CLI_OK;
}

static const struct spoor_field *find_field(const struct spoor_id *id, const char *name)
{
    for (unsigned n = 0; n < id->field_count && id->words != WIRE_WORDS_DATA; n++) {
        if (strcmp(id->fields[n].name, name) == 0) {
            return &id->fields[n];
        }
    }
    return NULL;
}

static int look_at(struct member *m, const struct spoor_item *item, const char *event, const char *field)
{
    const struct spoor_id *id = spoor_id(m->cli.elf, item->id);
    const struct spoor_header *h = &spoor_recording(m->cli.reader)->header;
    double ns = (double)time_ns(item->time, h->hz);

    m->first_ns = isnan(m->first_ns) ? ns : m->first_ns;
    if (event == NULL || strcmp(id->name, event) != 0) {
        return CLI_OK;
    }
    const struct spoor_field *f = field != NULL ? find_field(id, field) : NULL;

    if (field != NULL && f == NULL) {
        return cli_usage("--by: the event has no such field: ", field);
    }
    return add_moment(m, f != NULL ? (double)spoor_value(f, item->word) : (double)m->count, ns);
}

/* The host's time at the target's time 0: as the target told it, or as the recorder noted it. */
static void note_host_time(struct member *m)
{
    const struct spoor_header *h = &spoor_recording(m->cli.reader)->header;
    const struct spoor_note *note = spoor_note(m->cli.reader);
    double ms = h->wall_ms != 0 ? (double)h->wall_ms : (double)note->ms;

    if (isnan(m->host_ns) && h->seen && ms > 0) {
        m->host_ns = ms * 1e6 - (double)time_ns(h->now, h->hz);
    }
}

static int open_member(struct member *m, bool silent)
{
    int result = cli_open_file(&m->cli, m->elf, m->file, silent);

    m->cli.out.fd = 1;
    if (result == CLI_OK && m->cli.elf == NULL) {
        result = cli_usage("merge needs --elf for ", m->file);
    }
    return result;
}

static int survey(struct member *m, const char *event, const char *field)
{
    const struct spoor_item *item;
    int more = 0, result = open_member(m, false);

    m->host_ns = m->first_ns = NAN;
    while (result == CLI_OK && (more = spoor_next(m->cli.reader, &item)) > 0) {
        if (item->kind == SPOOR_BEGIN && item->count != 0) {
            result =
                cli_usage("several recordings in a file; cut one first: spoor cut --recording N ", m->file);
        } else if (item->kind == SPOOR_HEADER) {
            note_host_time(m);
        } else if (item->kind == SPOOR_RECORD) {
            result = look_at(m, item, event, field);
        }
    }
    if (result == CLI_OK && (more < 0 || !cli_has_packets(&m->cli))) {
        result = CLI_UNREADABLE;
    }
    if (result == CLI_OK) {
        const struct spoor_recording *r = spoor_recording(m->cli.reader);

        m->cpus = r->cpus;
        snprintf(m->prefix, sizeof m->prefix, "%-11.70s ",
                 r->header.board[0] != 0 ? r->header.board : "target");
    }
    cli_close(&m->cli);
    return result;
}

/* ------------------------------------------------------------------ the command */

static int write_to(struct out *out)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < member_count && result == CLI_OK; n++) {
        result = open_member(&members[n], true);
    }
    if (result == CLI_OK) {
        result = given.to != NULL && strcmp(given.to, "perfetto") == 0
                     ? merge_perfetto(members, member_count, out)
                     : merge_text(members, member_count, out);
    }
    out_flush(out);
    for (unsigned n = 0; n < member_count; n++) {
        cli_close(&members[n].cli);
    }
    return result;
}

static int write_file(struct cli *cli)
{
    static struct out file;

    if (given.output == NULL) {
        return write_to(&cli->out);
    }
    file = (struct out){.fd = open(given.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    int result = file.fd >= 0 ? write_to(&file) : CLI_UNREADABLE;
    int error = file.fd < 0 || (close(file.fd) != 0 && file.error == 0) ? errno : file.error;

    if (error != 0) {
        fprintf(stderr, "spoor: %s: %s\n", given.output, strerror(error));
        result = CLI_UNREADABLE;
    }
    return result;
}

static int run(struct cli *cli)
{
    char event[256];
    char *field;
    bool by_event = strncmp(given.by, "event=", 6) == 0;
    int result = CLI_OK;

    snprintf(event, sizeof event, "%s", by_event ? given.by + 6 : "");
    field = strchr(event, '.');
    if (field != NULL) {
        *field++ = 0;
    }
    for (unsigned n = 0; n < member_count && result == CLI_OK; n++) {
        members[n].file = cli->argument[n];
        members[n].elf = given.elf.count == 0   ? NULL
                         : given.elf.count == 1 ? given.elf.item[0]
                         : n < given.elf.count  ? given.elf.item[n]
                                                : NULL;
        result = survey(&members[n], by_event ? event : NULL, field);
    }
    if (result == CLI_OK) {
        result = merge_fit(members, member_count, given.by);
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
    if (given.by == NULL || (strcmp(given.by, "host-time") != 0 && strncmp(given.by, "offset=", 7) != 0 &&
                             strncmp(given.by, "event=", 6) != 0)) {
        return cli_usage("merge needs --by host-time, offset=TIME, event=NAME or event=NAME.FIELD", "");
    }
    members = calloc(member_count, sizeof *members);
    result = members != NULL ? run(cli) : CLI_UNREADABLE;
    for (unsigned n = 0; members != NULL && n < member_count; n++) {
        free(members[n].moments);
    }
    free(members);
    return result;
}

SPOOR_COMMAND(merge, "FILE FILE…", "several recordings on one axis of time, with the error of the fit",
              CLI_NOTHING, merge, options, help);
