/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor merge: several recordings on one axis of time, that of the first. The clocks are compared by an event
 * that all recorded, by the host's time, or by a number.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <align/align.h>
#include <export/export.h>
#include <pass.h>
#include <write/writer.h>

#define MEMBERS_MAX 8

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

struct member {
    struct cli cli;
    const char *file, *elf;
    struct align_pair *moments; /* here: the key, or the number; there: ns */
    size_t count, room;
    double host_ns, first_ns; /* NAN: not known */
    struct align_fit fit;
    unsigned cpus, first_cpu;
    char prefix[80];
};

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

/* ------------------------------------------------------------------ fitting */

static int by_key(const void *a, const void *b)
{
    const struct align_pair *x = a, *y = b;

    return x->here != y->here ? (x->here < y->here ? -1 : 1) : (x->there > y->there) - (x->there < y->there);
}

/* Moments of an equal key. One that comes several times in a recording tells nothing. */
static size_t pair_moments(struct align_pair *pairs, const struct member *a, const struct member *b)
{
    size_t i = 0, k = 0, n = 0;

    while (i < a->count && k < b->count) {
        const struct align_pair *x = &a->moments[i], *y = &b->moments[k];

        if (x->here == y->here) {
            bool twice =
                (i + 1 < a->count && x[1].here == x->here) || (k + 1 < b->count && y[1].here == y->here);

            if (!twice) {
                pairs[n++] = (struct align_pair){x->there, y->there};
            }
            for (double key = x->here; i < a->count && a->moments[i].here == key; i++) {
            }
            for (double key = y->here; k < b->count && b->moments[k].here == key; k++) {
            }
        } else if (x->here < y->here) {
            i++;
        } else {
            k++;
        }
    }
    return n;
}

static int fit_by_event(struct member *m)
{
    struct align_pair *pairs = calloc(m->count + 1, sizeof *pairs);
    size_t n = pairs != NULL ? pair_moments(pairs, &members[0], m) : 0;
    bool ok = pairs != NULL && align_fit(&m->fit, pairs, n);

    free(pairs);
    if (!ok) {
        return cli_usage(n == 0 ? "no common moment by this event in "
                                : "the moments don't lie in one order in ",
                         m->file);
    }
    fprintf(stderr,
            "%s: %zu moments; offset %+.3f us at %.6f s, rate %+.3f ppm; error %.3f us on average (rms), "
            "%.3f us at "
            "most, at %.6f s\n",
            m->file, n, (m->fit.axis.to - m->fit.axis.from) / 1e3, m->fit.axis.to / 1e9,
            (m->fit.axis.rate - 1) * 1e6, m->fit.rms_ns / 1e3, m->fit.max_ns / 1e3, m->fit.max_at / 1e9);
    return CLI_OK;
}

static int set_offset(struct member *m, double ns, const char *error)
{
    m->fit.axis = (struct time_axis){.from = 0, .to = ns, .rate = 1};
    fprintf(stderr, "%s: offset %+.3f us; %s\n", m->file, ns / 1e3, error);
    return CLI_OK;
}

static int fit_by_host(struct member *m)
{
    if (isnan(m->host_ns) || isnan(members[0].host_ns)) {
        return cli_usage("no host time in ", isnan(m->host_ns) ? m->file : members[0].file);
    }
    return set_offset(m, m->host_ns - members[0].host_ns, "its error isn't known: a link's delay, some ms");
}

/* The `n`-th of the list, from 1; a sign may go before each. */
static int fit_by_offset(struct member *m, unsigned n, const char *list)
{
    char text[64];
    uint64_t ns;

    for (unsigned i = 1; i < n && list != NULL; i++) {
        list = strchr(list, ',');
        list = list != NULL ? list + 1 : NULL;
    }
    if (list == NULL) {
        return cli_usage("--by offset= needs a time for ", m->file);
    }
    bool minus = *list == '-';

    list += *list == '-' || *list == '+';
    snprintf(text, sizeof text, "%.*s", (int)strcspn(list, ","), list);
    if (!option_time(text, &ns)) {
        return cli_usage("--by offset= takes times as -20ms, not ", text);
    }
    return set_offset(m, minus ? -(double)ns : (double)ns, "as given");
}

static int fit_all(const char *event)
{
    int result = CLI_OK;
    double first = members[0].first_ns;

    for (unsigned n = 0; n < member_count; n++) {
        if (members[n].count != 0) {
            qsort(members[n].moments, members[n].count, sizeof *members[n].moments, by_key);
        }
    }
    members[0].fit.axis.rate = 1;
    for (unsigned n = 1; n < member_count && result == CLI_OK; n++) {
        struct member *m = &members[n];

        result = event != NULL                        ? fit_by_event(m)
                 : strcmp(given.by, "host-time") == 0 ? fit_by_host(m)
                                                      : fit_by_offset(m, n, given.by + 7);
        m->first_cpu = members[n - 1].first_cpu + members[n - 1].cpus;
        if (result == CLI_OK && !isnan(m->first_ns)) {
            double begin = (double)time_on(&m->fit.axis, (uint64_t)m->first_ns);

            first = begin < first ? begin : first;
        }
    }
    for (unsigned n = 0; first < 0 && n < member_count; n++) { /* no time is below 0 */
        members[n].fit.axis.to -= first;
    }
    return result;
}

/* ------------------------------------------------------------------ text, in the order of time */

struct lane {
    struct member *m;
    struct follow *follow;
    struct writer w;
    const struct spoor_item *item;
    int64_t time;
};

/* A lane's next item; those without a time come at once. */
static int advance(struct lane *l)
{
    int more = spoor_next(l->m->cli.reader, &l->item);

    if (more > 0 && l->item->kind <= SPOOR_JOINED) {
        l->time =
            time_on(&l->m->fit.axis, time_ns(l->item->time, spoor_recording(l->m->cli.reader)->header.hz));
    }
    if (more <= 0) {
        l->item = NULL;
    }
    return more;
}

static bool follows_first(const struct lane *l)
{
    enum spoor_class class = spoor_id(l->m->cli.elf, l->item->id)->class;

    return l->item->kind != SPOOR_RECORD || class == SPOOR_STACK || class == SPOOR_ENTER ||
           class == SPOOR_LEAVE;
}

static int write_next(struct lane *l)
{
    bool first = follows_first(l);

    if (first) {
        follow_item(l->follow, l->item);
    }
    text_item(&l->w, l->item);
    if (!first) {
        follow_item(l->follow, l->item);
    }
    return advance(l);
}

static int write_text(struct out *out)
{
    static struct lane lanes[MEMBERS_MAX];
    int more = 0;

    for (unsigned n = 0; n < member_count && more >= 0; n++) {
        struct lane *l = &lanes[n];

        *l = (struct lane){.m = &members[n], .follow = follow_open(members[n].cli.elf)};
        l->w = (struct writer){.out = out, .follow = l->follow, .prefix = members[n].prefix};
        if (l->follow == NULL || !names_open(&l->w.names, members[n].cli.elf, members[n].cli.reader)) {
            return CLI_UNREADABLE;
        }
        l->follow->no_stacks = true;
        l->w.names.axis = &members[n].fit.axis;
        more = advance(l);
    }
    while (more >= 0) {
        struct lane *next = NULL;

        for (unsigned n = 0; n < member_count; n++) {
            if (lanes[n].item != NULL && (next == NULL || lanes[n].time < next->time)) {
                next = &lanes[n];
            }
        }
        if (next == NULL) {
            break;
        }
        more = write_next(next);
    }
    for (unsigned n = 0; n < member_count; n++) {
        names_close(&lanes[n].w.names);
        follow_close(lanes[n].follow);
    }
    return more < 0 ? CLI_UNREADABLE : CLI_OK;
}

/* ------------------------------------------------------------------ another tool's format, one after the
 * other */

struct run {
    struct export export;
    const struct exporter *exporter;
};

static void refresh(struct run *r, struct pass *p)
{
    r->export.hz = p->hz;
    r->export.cpus = spoor_recording(p->cli->reader)->cpus;
    r->export.end = p->end;
    r->export.intervals = p->intervals;
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    struct run *r = p->arg;

    refresh(r, p);
    r->exporter->item(&r->export, item, spoor_id(p->cli->elf, item->kind == SPOOR_RECORD ? item->id : 0));
}

static void take_interval(struct pass *p, const struct interval *i)
{
    struct run *r = p->arg;

    refresh(r, p);
    r->exporter->interval(&r->export, i);
}

static int write_member(struct run *r, unsigned n)
{
    static const struct pass_options all;
    struct member *m = &members[n];
    struct pass p = {.cli = &m->cli,
                     .options = &all,
                     .arg = r,
                     .before = take_item,
                     .interval = take_interval,
                     .error = &r->export.error};

    r->export.reader = m->cli.reader;
    r->export.elf = m->cli.elf;
    r->export.place = n;
    r->export.axis = &m->fit.axis;
    r->export.first_cpu = m->first_cpu;
    r->export.state = calloc(1, r->exporter->state_bytes);
    if (r->export.state == NULL) {
        return CLI_UNREADABLE;
    }
    int result = pass_run(&p);

    if (result == CLI_OK) {
        refresh(r, &p);
        r->exporter->end(&r->export);
    }
    r->exporter->free(&r->export);
    free(r->export.state);
    pass_close(&p);
    return result;
}

static int write_perfetto(struct out *out)
{
    struct run r = {.exporter = export_find("perfetto"), .export = {.out = out}};
    int result = CLI_OK;

    for (unsigned n = 0; n < member_count && result == CLI_OK; n++) {
        result = write_member(&r, n);
    }
    out_flush(out);
    return r.export.error != 0 ? CLI_UNREADABLE : result;
}

/* ------------------------------------------------------------------ the command */

static int write_to(struct out *out)
{
    int result = CLI_OK;

    for (unsigned n = 0; n < member_count && result == CLI_OK; n++) {
        result = open_member(&members[n], true);
    }
    if (result == CLI_OK) {
        result =
            given.to != NULL && strcmp(given.to, "perfetto") == 0 ? write_perfetto(out) : write_text(out);
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
        result = fit_all(by_event ? event : NULL);
    }
    return result == CLI_OK ? write_file(cli) : result;
}

static int merge(struct cli *cli)
{
    int result;

    member_count = cli->arguments;
    if (member_count < 2 || member_count > MEMBERS_MAX) {
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
