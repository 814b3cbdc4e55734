/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor export: a recording in another tool's format. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cli.h>
#include <export/export.h>

static struct {
    const char *to, *output;
    uint64_t from_ns, to_ns, recording;
} given;

static const struct option options[] = {
    {"to", 't', OPTION_TEXT, &given.to, "FORMAT", "see below"},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE",
     "where to; a folder for ctf. Otherwise standard output"},
    {"from", 0, OPTION_TIME, &given.from_ns, "TIME", "from this time on: 1.5 (seconds), 20ms, 7us"},
    {"until", 0, OPTION_TIME, &given.to_ns, "TIME", "up to this time"},
    {"recording", 0, OPTION_NUMBER, &given.recording, "N",
     "of a file with several: the N-th, from 1; `spoor info` lists them"},
    OPTION_END};

struct pass {
    struct cli *cli;
    const struct exporter *exporter;
    struct export export;
    struct intervals *intervals;
    struct out *out;
    bool began, done;
};

static void take_interval(void *arg, const struct interval *i)
{
    struct pass *p = arg;

    if (p->began && p->exporter->interval != NULL) {
        p->exporter->interval(&p->export, i);
    }
}

static void take(struct pass *p, const struct spoor_item *item)
{
    const struct spoor_recording *rec = spoor_recording(p->cli->reader);
    bool timed = item->kind <= SPOOR_JOINED;
    uint64_t from = given.from_ns != 0 ? spoor_cycles(given.from_ns, rec->header.hz) : 0;
    uint64_t to = given.to_ns != 0 ? spoor_cycles(given.to_ns, rec->header.hz) : UINT64_MAX;

    if (timed && item->time >= to) {
        p->done = true;
        return;
    }
    p->export.hz = rec->header.hz;
    p->export.cpus = rec->cpus;
    if (timed && !p->began && item->time >= from) {
        p->began = true;
        if (from != 0) {
            intervals_clip(p->intervals, from);
        }
    }
    if (p->exporter->item != NULL &&
        (timed ? p->began : item->kind == SPOOR_THREAD || item->kind == SPOOR_NAME)) {
        p->exporter->item(&p->export, item, spoor_id(p->cli->elf, item->kind == SPOOR_RECORD ? item->id : 0));
    }
    intervals_item(p->intervals, item);
    p->export.end = timed ? item->time : p->export.end;
}

/* @return 0 at the end, or -1 after a message */
static int read_all(struct pass *p)
{
    const struct spoor_item *item;
    unsigned recording = 0;
    int more = 0;

    while (!p->done && p->export.error == 0 && (more = spoor_next(p->cli->reader, &item)) > 0) {
        if (item->kind == SPOOR_BEGIN && recording++ != 0) {
            if (given.recording == 0) {
                p->cli->report.message(
                    p->cli->report.arg,
                    "the file holds several recordings: choose one by --recording N; `spoor info` "
                    "lists them");
                return -1;
            }
            if (recording > given.recording) {
                break;
            }
        }
        if (recording >= given.recording || item->kind == SPOOR_BEGIN) {
            take(p, item);
        }
    }
    if (more >= 0) {
        intervals_end(p->intervals);
        p->exporter->end(&p->export);
    }
    return more < 0 ? -1 : 0;
}

static int failed(const char *name, int error)
{
    fprintf(stderr, "spoor: %s: %s\n", name, strerror(error));
    return CLI_UNREADABLE;
}

static int run(struct cli *cli, const struct exporter *x, struct out *out)
{
    struct pass p = {.cli = cli, .exporter = x, .out = out};
    int result = CLI_UNREADABLE;

    p.intervals = intervals_open(cli->elf, take_interval, &p);
    p.export = (struct export){.out = out,
                               .folder = given.output,
                               .reader = cli->reader,
                               .elf = cli->elf,
                               .intervals = p.intervals,
                               .state = calloc(1, x->state_bytes)};
    if (p.intervals != NULL && p.export.state != NULL) {
        if (x->begin != NULL) {
            x->begin(&p.export);
        }
        if (read_all(&p) == 0 && cli_has_packets(cli)) {
            out_flush(out);
            p.export.error = p.export.error != 0 ? p.export.error : out->error;
            result = p.export.error != 0
                         ? failed(given.output != NULL ? given.output : "standard output", p.export.error)
                         : CLI_OK;
        }
        if (p.export.refusal != NULL) {
            fprintf(stderr, "spoor: export --to %s: %s\n", x->name, p.export.refusal);
            result = CLI_CANT_SAY;
        }
        if (x->free != NULL) {
            x->free(&p.export);
        }
    }
    free(p.export.state);
    intervals_close(p.intervals);
    return result;
}

static int export(struct cli *cli)
{
    const struct exporter *x = given.to != NULL ? export_find(given.to) : NULL;
    static struct out file;

    if (x == NULL) {
        return cli_usage(given.to != NULL ? "no such format: " : "export needs --to FORMAT",
                         given.to != NULL ? given.to : "");
    }
    if (cli->elf == NULL) {
        return cli_usage("export needs --elf: without it events have no meaning", "");
    }
    if (x->is_folder) {
        if (given.output == NULL) {
            return cli_usage("this format is a folder: name it by -o", "");
        }
        if (mkdir(given.output, 0777) != 0 && errno != EEXIST) {
            return failed(given.output, errno);
        }
        return run(cli, x, &cli->out);
    }
    if (given.output == NULL) {
        return run(cli, x, &cli->out);
    }
    file = (struct out){.fd = open(given.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (file.fd < 0) {
        return failed(given.output, errno);
    }
    int result = run(cli, x, &file);

    if (close(file.fd) != 0 && result == CLI_OK) {
        result = failed(given.output, errno);
    }
    return result;
}

SPOOR_COMMAND(export, "FILE", "write another tool's format: perfetto, trace.dat, ctf, chrome …",
              CLI_RECORDING, export, options);
