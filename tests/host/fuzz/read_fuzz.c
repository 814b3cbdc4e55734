/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the reader. The first byte selects what the rest is: a stream, a memory image, an ELF file, or
 * packets, each after its length, which get valid checksums here. The same again with the tool's commands and
 * a damaged ELF file; the other inputs use the ELF file of the unit tests. The reader must not crash, times
 * must not decrease on a CPU, and the counts must add up.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <cli/cli.h>
#include <read/reader.h>
#include <analysis/analysis.h>
#include "read_make.h"

#define MEMORY 0x20000000u
#define WAYS   8

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The events of the unit tests' program, and one event for each role that analyses and writers use. */
#define ROLE(role) (SPOOR_WIRE_ROLE_##role << SPOOR_WIRE_ROLE_SHIFT)
static const struct make_event events[] = {
    {"one", "value:i32", 0},
    {"pair", "a:x32,b:ptr", 0},
    {"message", "text:str", 3},
    {"sched_switch", "reason:preempted|yield|sleep/4+next:thread", ROLE(SWITCH)},
    {"sched_wake", "how/2+thread:thread,object:ptr", ROLE(WAKE)},
    {"enter", "line:irq", ROLE(IRQ_ENTER)},
    {"exit", "", ROLE(IRQ_EXIT)},
    {"sent", "to:thread", ROLE(SENT)},
    {"received", "from:thread", ROLE(RECEIVED)},
    {"replied", "to:thread", ROLE(REPLIED)},
    {"wait", "object:ptr,kind/2+holder:thread", ROLE(WAIT)},
    {"state", "state/4+thread:thread,object:ptr,cpu", ROLE(STATE)},
    {"services", "running:x32", ROLE(SERVICES)},
    {"period", "thread:thread,period:time,deadline:time", ROLE(PERIOD)},
    {"activated", "thread:thread", ROLE(ACTIVATION)},
    {"priority", "thread:thread,priority", ROLE(PRIORITY)},
    {"alloc", "address:ptr,bytes,caller:ptr", ROLE(ALLOC)},
    {"free", "address:ptr", ROLE(FREE)},
    {"mode", "state:idle|busy", 0},
    {"upload", "begin", 1},
    {"level", "value:i32", 2},
    {NULL, NULL, 0},
};

static struct spoor_elf *elf;
static struct make file;
static int nowhere;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static struct spoor_wire_layout layout = {.rings = MEMORY + 4,
                                              .cpus = 2,
                                              .ring_bytes = 4 * (4 + 3 * 16),
                                              .subbufs_offset = 16,
                                              .subbufs = 3,
                                              .subbuf_bytes = 64,
                                              .dropped_offset = 4,
                                              .overwritten_offset = 8,
                                              .losses = MEMORY + 4 + 8 * (4 + 3 * 16),
                                              .ids = 4,
                                              .hz = MEMORY,
                                              .life = MEMORY + 440,
                                              .cleared_offset = 12};
    static struct spoor_wire_threads threads = {
        .list = MEMORY + 452, .node = 4, .number = 0, .name = 12, .priority = 16};
    (void)argc;
    (void)argv;
    make_elf(&file, &(struct make_elf){events, make_usual_blocks, make_usual_points, false, &layout,
                                       "\1\2\3\4", &threads});
    elf = spoor_elf_open_memory(file.bytes, file.used, "fuzz", NULL);
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)!freopen("/dev/null", "w", stdout); /* `check` prints its table to stdout */
    return elf == NULL ? -1 : 0;
}

static void require(int truth)
{
    if (!truth) {
        abort();
    }
}

/* @return a hash of a record's words or data */
static uint64_t use(const struct spoor_item *i)
{
    const struct spoor_id *id = spoor_id(elf, i->id);
    volatile unsigned sum = 0;

    require(id->class != SPOOR_NONE);
    for (unsigned n = 0; n < id->field_count && id->words != SPOOR_WIRE_WORDS_DATA; n++) {
        sum = sum + spoor_value(&id->fields[n], i->word);
    }
    return id->words == SPOOR_WIRE_WORDS_DATA ? hash_bytes(1, i->data, i->bytes)
                                              : hash_bytes(2, i->word, id->words * sizeof i->word[0]);
}

/* @return a hash of all items */
static uint64_t read_through(struct spoor_reader *r)
{
    const struct spoor_item *i;
    uint64_t last[64] = {0}, records = 0, decoded = 0, hash = 0;

    for (int more; (more = spoor_next(r, &i)) > 0;) {
        const uint64_t parts[] = {i->time, i->until, i->offset,
                                  i->kind, i->cpu,   i->kind == SPOOR_RECORD ? i->id : 0};

        hash = hash_bytes(hash, parts, sizeof parts);
        if (i->kind == SPOOR_BEGIN) {
            memset(last, 0, sizeof last);
        }
        if (i->kind == SPOOR_RECORD) {
            require(spoor_traffic(r)->wrong != 0 || i->time >= last[i->cpu]);
            last[i->cpu] = i->time;
            records++;
            hash = hash_number(hash, use(i));
        }
    }
    for (unsigned n = 0; n < spoor_recordings(r); n++) {
        const struct spoor_recording *rec = spoor_recording_nth(r, n);

        for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
            decoded += rec->account[cpu].decoded;
        }
    }
    require(decoded == records);
    hash = hash_bytes(hash, spoor_traffic(r), sizeof(struct spoor_traffic));
    spoor_close(r);
    return hash;
}

static void open_elf(const uint8_t *bytes, size_t n)
{
    struct spoor_elf *e = spoor_elf_open_memory(bytes, n, "fuzz", NULL);

    for (unsigned id = 0; e != NULL && id < SPOOR_WIRE_IDS; id++) {
        spoor_elf_symbol(e, spoor_id(e, id)->address, NULL);
    }
    spoor_elf_close(e);
}

static void read_stream(const uint8_t *bytes, size_t n)
{
    uint64_t plain = read_through(spoor_open_memory(bytes, n, "fuzz", elf, NULL));
    struct spoor_reader *r = spoor_open_memory(bytes, n, "fuzz", elf, NULL);

    spoor_read_ahead(r);
    require(read_through(r) == plain);
}

/* Frame the packets of an input in which each packet is preceded by its length. */
static void frame_packets(struct make *stream, const uint8_t *bytes, size_t n)
{
    for (size_t at = 0; at < n && stream->used < sizeof stream->bytes - 512;) {
        struct make packet = {.used = 0};
        size_t length = bytes[at] < n - at ? bytes[at] : n - at - 1;

        if (length > SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES) {
            length = SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES;
        }
        make_bytes(&packet, bytes + at + 1, length);
        make_frame(stream, &packet);
        at += 1 + length;
    }
}

static void read_packets(const uint8_t *bytes, size_t n)
{
    static struct make stream;

    stream.used = 0;
    frame_packets(&stream, bytes, n);
    read_stream(stream.bytes, stream.used);
}

/* ------------------------------------------------------------------ commands */

/* @param option  arguments of the command, or NULL */
static int run_command(const char *name, char **option, struct cli *cli)
{
    const char *wrong[2];
    int at = 0, words = option != NULL && option[1] != NULL ? 2 : 1;

    const struct command *c = cli_find(name);

    require(c != NULL);
    options_reset(c->options);
    if (option != NULL) {
        require(options_take(&c->options, 1, words, option, &at, wrong) == 1);
    }
    return c->run(cli);
}

static void no_message(void *arg, const char *text)
{
    (void)arg;
    (void)text;
}

/* Run a command: dump in one of its forms, check, or the analysis, writer or picture that `which` selects. */
static void run_way(struct cli *cli, unsigned way, unsigned which)
{
    static const char *const formats[] = {"perfetto", "trace.dat",    "chrome",     "callgrind",
                                          "folded",   "folded-waits", "gmon",       "vcd",
                                          "btf",      "pprof",        "speedscope", "perfetto-states"};
    static const char filter[] = "thread=a && (time>1us || !irq) || event=~s*";
    char json[] = "--json", to[] = "--to", where[] = "--where", form[24], text[64];
    char *as_json[] = {json, NULL}, *format[] = {to, form, NULL}, *chosen[] = {where, text, NULL};
    char name[] = "--view", tree[] = "tree", *view[] = {name, tree, NULL};
    unsigned analyses = 0;

    while (analysis_nth(analyses) != NULL) {
        analyses++;
    }
    cli->argument[0] = analysis_nth(which % analyses)->name;
    snprintf(form, sizeof form, "%s", formats[which % (sizeof formats / sizeof formats[0])]);
    snprintf(text, sizeof text, "%s", filter);
    switch (way) {
    case 0:
        (void)run_command("dump", which % 2 != 0 ? chosen : NULL, cli);
        break;
    case 1:
        (void)run_command("dump", as_json, cli);
        break;
    case 2:
        (void)run_command("check", NULL, cli);
        break;
    case 3:
        (void)run_command("stats", which % 3 == 0 ? chosen : as_json, cli);
        break;
    case 4:
        (void)run_command("export", format, cli);
        break;
    case 5:
        (void)run_command("cut", which % 2 != 0 ? chosen : NULL, cli);
        break;
    case 6:
        (void)run_command("profile", which % 2 != 0 ? as_json : view, cli);
        break;
    default:
        (void)run_command(which % 2 != 0 ? "timeline" : "info", NULL, cli);
        break;
    }
}

/* Read a stream or memory image with a damaged ELF file, and write all forms of output. */
static void use_commands(const uint8_t *bytes, size_t n, bool image)
{
    static struct make damaged;
    size_t patches = n > 0 ? bytes[0] % 8 : 0;
    struct spoor_elf *other;

    if (n < 1 + 3 * patches) {
        return;
    }
    damaged = file;
    for (size_t i = 0; i < patches; i++) {
        const uint8_t *p = bytes + 1 + 3 * i;

        damaged.bytes[(p[0] | (size_t)p[1] << 8) % damaged.used] = p[2];
    }
    other = spoor_elf_open_memory(damaged.bytes, damaged.used, "fuzz", NULL);
    bytes += 1 + 3 * patches;
    n -= 1 + 3 * patches;
    for (unsigned way = 0; other != NULL && way < WAYS; way++) {
        static struct cli cli;

        memset(&cli, 0, offsetof(struct cli, out));
        cli.out.fd = nowhere;
        cli.out.used = 0;
        cli.input.file = "fuzz";
        cli.input.image = image ? "fuzz" : NULL;
        cli.input.elf = other;
        cli.input.report = (struct spoor_report){no_message, NULL};
        cli.input.reader = image ? spoor_open_image(bytes, n, MEMORY, "fuzz", other, NULL)
                                 : spoor_open_memory(bytes, n, "fuzz", other, NULL);
        if (cli.input.reader != NULL) {
            run_way(&cli, way, n > 0 ? bytes[n - 1] : 0);
            out_flush(&cli.out);
        }
        spoor_close(cli.input.reader);
    }
    spoor_elf_close(other);
}

/* Read packets with valid frames and checksums after the header of the unit tests' program. */
static void use_packets(const uint8_t *bytes, size_t n)
{
    static struct make stream;
    uint8_t input[1 + sizeof stream.bytes];

    stream.used = 0;
    make_header(&stream, 2, sizeof events / sizeof events[0] - 1);
    frame_packets(&stream, bytes, n);
    input[0] = 0;
    memcpy(input + 1, stream.bytes, stream.used);
    use_commands(input, 1 + stream.used, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n == 0) {
        return 0;
    }
    struct spoor_reader *r;

    switch (bytes[0] % 7) {
    case 0:
        read_stream(bytes + 1, n - 1);
        break;
    case 1:
        r = spoor_open_image(bytes + 1, n - 1, MEMORY, "fuzz", elf, NULL);
        if (r != NULL) {
            read_through(r);
        }
        break;
    case 2:
        open_elf(bytes + 1, n - 1);
        break;
    case 3:
        read_packets(bytes + 1, n - 1);
        break;
    case 4:
        use_commands(bytes + 1, n - 1, false);
        break;
    case 5:
        use_commands(bytes + 1, n - 1, true);
        break;
    default:
        use_packets(bytes + 1, n - 1);
        break;
    }
    return 0;
}
