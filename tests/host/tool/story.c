/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Make a recording and its ELF file from a story, for tests of analyses and writers:
 *
 *     story STORY OUT          writes OUT.elf and OUT.spoor
 *
 * A line is empty, or one of these; # starts a comment:
 *
 *     hz 1000000                     rate of the counter (default 1000000); 0: no header
 *     now 50                         time of the first header (default 0)
 *     cpus 2                         number of CPUs (default 1)
 *     priorities 31 0                lowest and highest priority; by default the program declares none
 *     thread 2 worker 5              number, name, priority; names that start with idle are idle threads
 *     irq 15 tick                    name of an interrupt
 *     block|point|range NAME         defined in the program
 *     TIME CPU EVENT [VALUE…]        a record: an event of the kernel with a number or value name for each
 *                                    field; a block's NAME and wall time; a point's NAME; a range's NAME and
 *                                    1 or 0; enter or leave, and an address
 *     TIME CPU lost COUNT UNTIL [untold]
 *                                    a gap; untold: the link lost the gap's packet
 *     TIME CPU ends                  the CPU's ring stops
 *     filter FROM SINCE [damaged] [only|without THREAD… .] [cpu N]… [off EVENT]…
 *                                    the target changed the filter between FROM and SINCE
 *     header TIME                    header, names, filter and counts are sent again
 *     note                           a recorder's note: the start of a file
 *     again [crashed]                another recording, with its own names; crashed: the previous one ends
 *                                    without its counts
 *
 * Times are in cycles and must not decrease. At the end each CPU sends its counts.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/port/kernel_events.h>
#include <read/reader.h>
#include "read_make.h"

#define CPUS_MAX  64
#define NAMES_MAX 32
#define WORDS     16

#define EVENT(name, role, service, ...)                                                                      \
    {#name, TRACE_JOIN(name, ##__VA_ARGS__), TRACE_KIND_ROLE(SPOOR_WIRE_ROLE_##role)},
static const struct make_event kernel_events[] = {
    TRACE_KERNEL_EVENTS(EVENT){"mode", "state:idle|busy|off", 0}, /* an application's state machine */
    {"services", "running:x32", TRACE_KIND_ROLE(SPOOR_WIRE_ROLE_SERVICES)},
    {"irq_masked", "caller:ptr,length:time", TRACE_KIND_ROLE(SPOOR_WIRE_ROLE_MASKED)},
    {"mem_alloc", "address:ptr,bytes,caller:ptr", TRACE_KIND_ROLE(SPOOR_WIRE_ROLE_ALLOC)},
    {"mem_free", "address:ptr,bytes", TRACE_KIND_ROLE(SPOOR_WIRE_ROLE_FREE)},
    {NULL, NULL, 0}};

static struct make_event events[NAMES_MAX + sizeof kernel_events / sizeof kernel_events[0]];
static const char *blocks[NAMES_MAX], *points[NAMES_MAX];
static struct make stream, elf_file;
static struct make sent_names, sent_filter; /* frames that are repeated after each header */
static struct spoor_elf *elf;
static unsigned line_number, cpus = 1, hz = 1000000, first_now, recording = 1;
static struct {
    uint32_t packets, records, lost;
    uint64_t last;
    bool ends;
} lanes[CPUS_MAX];
static uint32_t filters;
static struct spoor_wire_priority_range priorities;
static bool has_priorities;

static void fail(const char *wrong)
{
    fprintf(stderr, "story: line %u: %s\n", line_number, wrong);
    exit(1);
}

static uint64_t number(const char *text)
{
    char *end;
    uint64_t n = text != NULL ? strtoull(text, &end, 0) : 0;

    if (text == NULL || end == text || *end != 0) {
        fail("a number is missing");
    }
    return n;
}

/* ------------------------------------------------------------------ the program */

static const char *need(const char *name)
{
    if (name == NULL) {
        fail("a name is missing");
    }
    return name;
}

static char *keep(const char *name)
{
    return strdup(need(name));
}

static void add_name(const char **names, const char *name)
{
    unsigned n = 0;

    while (names[n] != NULL) {
        n++;
    }
    if (n + 1 == NAMES_MAX) {
        fail("too many names");
    }
    names[n] = keep(name);
}

static void put_header(bool again, uint64_t now)
{
    if (hz == 0) {
        return;
    }
    make_any_header(&stream, &(struct make_header){.recording = recording,
                                                   .boots = recording,
                                                   .repeated = again,
                                                   .now = now,
                                                   .cpus = cpus,
                                                   .hz = hz,
                                                   .events = spoor_ids(elf) - SPOOR_WIRE_ID_FIRST -
                                                             2, /* plus a block and a point */
                                                   .build_id = "\1\2\3\4",
                                                   .board = "story"});
}

static void make_program(void)
{
    if (elf != NULL) {
        return;
    }
    make_elf(&elf_file, &(struct make_elf){.events = events,
                                           .blocks = blocks,
                                           .points = points,
                                           .build_id = "\1\2\3\4",
                                           .priorities = has_priorities ? &priorities : NULL});
    elf = spoor_elf_open_memory(elf_file.bytes, elf_file.used, "story", NULL);
    if (elf == NULL) {
        fail("the ELF file can't be read");
    }
    put_header(false, first_now);
}

/* ------------------------------------------------------------------ packets */

static void begin(struct make *packet, unsigned type)
{
    packet->used = 0;
    make_byte(packet, type);
    make_number(packet, recording);
}

static void add_thread(char **word)
{
    struct make packet;

    make_program();
    begin(&packet, SPOOR_WIRE_THREAD);
    make_number(&packet, number(word[1]));
    make_number(&packet, number(word[3]));
    make_string(&packet, need(word[2]));
    make_number(&packet, strncmp(word[2], "idle", 4) == 0 ? SPOOR_WIRE_THREAD_IDLE : 0);
    make_frame(&stream, &packet);
    make_frame(&sent_names, &packet);
}

static void add_irq(char **word)
{
    struct make packet;

    make_program();
    begin(&packet, SPOOR_WIRE_NAME);
    make_number(&packet, SPOOR_WIRE_NAMED_IRQ);
    make_number(&packet, number(word[1]));
    make_number(&packet, 0);
    make_string(&packet, need(word[2]));
    make_frame(&stream, &packet);
    make_frame(&sent_names, &packet);
}

static void add_note(void)
{
    struct make packet = {.used = 0};

    make_byte(&packet, SPOOR_WIRE_NOTE);
    make_number(&packet, SPOOR_WIRE_NOTE_COMMAND);
    make_number(&packet, 0);
    make_string(&packet, "record");
    make_frame(&stream, &packet);
}

static void add_gap(uint64_t time, unsigned cpu, char **word)
{
    struct make packet;
    uint32_t count = (uint32_t)number(word[0]);

    begin(&packet, SPOOR_WIRE_GAP);
    make_number(&packet, cpu);
    make_number(&packet, lanes[cpu].packets++);
    make_number(&packet, count);
    make_number(&packet, time);
    make_number(&packet, number(word[1]));
    if (word[2] == NULL) {
        make_frame(&stream, &packet);
    }
    lanes[cpu].lost += count;
}

static uint32_t value_of(const struct spoor_field *f, const char *text)
{
    for (uint32_t n = 0; text != NULL && n < f->value_count; n++) {
        if (strcmp(f->values[n], text) == 0) {
            return n;
        }
    }
    return (uint32_t)number(text);
}

static unsigned id_of(const char *name)
{
    for (unsigned id = 0; id < spoor_ids(elf); id++) {
        const struct spoor_id *i = spoor_id(elf, id);

        if (i->class != SPOOR_NONE && strcmp(i->name, name) == 0) {
            return id;
        }
    }
    fail("unknown event");
    return 0;
}

static void add_record(uint64_t time, unsigned cpu, char **word)
{
    unsigned id = strcmp(word[0], "enter") == 0   ? SPOOR_WIRE_ID_ENTER
                  : strcmp(word[0], "leave") == 0 ? SPOOR_WIRE_ID_LEAVE
                                                  : id_of(word[0]);
    const struct spoor_id *i = spoor_id(elf, id);
    uint32_t words[SPOOR_WIRE_WORDS_MAX] = {0};
    struct make packet;

    for (unsigned n = 0; n < i->field_count; n++) {
        const struct spoor_field *f = &i->fields[n];

        words[f->word] |= value_of(f, word[1 + n]) << f->shift;
    }
    if (i->field_count == 0 && i->words == 1) {
        words[0] = (uint32_t)number(word[1]);
    }
    begin(&packet, SPOOR_WIRE_EVENTS);
    make_number(&packet, cpu);
    make_number(&packet, lanes[cpu].packets++);
    make_number(&packet, lanes[cpu].records++);
    make_number(&packet, time);
    make_number(&packet, spoor_wire_code(id));
    if (spoor_wire_code(id) == SPOOR_WIRE_CODE_OTHER) {
        make_number(&packet, id);
    }
    for (unsigned n = 0; n < i->words; n++) {
        if (words[n] < SPOOR_WIRE_LONG_WORD) {
            make_number(&packet, words[n]);
        } else { /* the first long word of a packet is sent as a difference to 0 */
            make_number(&packet, (uint64_t)SPOOR_WIRE_LONG_WORD + (words[n] << 1 ^ -(words[n] >> 31)));
        }
    }
    make_frame(&stream, &packet);
}

/* Disabled events are sent as pairs: the number of enabled events, then the number of disabled ones after
 * them. */
static void add_events_off(struct make *packet, const bool *off)
{
    unsigned on = 0;

    for (unsigned id = SPOOR_WIRE_ID_FIRST; id < spoor_ids(elf); id++) {
        if (off[id]) {
            make_number(packet, on);
            make_number(packet, 1);
            on = 0;
        } else {
            on++;
        }
    }
}

static void add_filter(char **word)
{
    static bool off[SPOOR_WIRE_IDS];
    uint32_t threads[WORDS], chosen = 0, hidden[WORDS], cpu_count = 0;
    bool only = false, damaged = false;
    struct make packet;

    make_program();
    memset(off, 0, sizeof off);
    for (char **w = word + 3; *w != NULL; w++) {
        if (strcmp(*w, "only") == 0 || strcmp(*w, "without") == 0) {
            only = **w == 'o';
            for (w++; *w != NULL && strcmp(*w, ".") != 0; w++) {
                threads[chosen++] = (uint32_t)number(*w);
            }
        } else if (strcmp(*w, "cpu") == 0) {
            hidden[cpu_count++] = (uint32_t)number(*++w);
        } else if (strcmp(*w, "damaged") == 0) {
            damaged = true;
        } else if (strcmp(*w, "off") == 0) {
            off[id_of(need(*++w))] = true;
        } else {
            fail("a filter takes only, without, cpu or off");
        }
    }
    begin(&packet, SPOOR_WIRE_FILTER);
    make_number(&packet, ++filters);
    make_number(&packet, number(word[1]));
    make_number(&packet, number(word[2]));
    make_number(&packet, only);
    make_number(&packet, chosen);
    for (unsigned n = 0; n < chosen; n++) {
        make_number(&packet, threads[n]);
    }
    make_number(&packet, cpu_count);
    for (unsigned n = 0; n < cpu_count; n++) {
        make_number(&packet, hidden[n]);
    }
    add_events_off(&packet, off);
    make_frame(&stream, &packet);
    stream.bytes[stream.used - 2] ^= damaged ? 0x55 : 0; /* in the checksum */
    sent_filter.used = 0;
    make_frame(&sent_filter, &packet);
}

/* ------------------------------------------------------------------ lines */

static void add_timed(char **word)
{
    uint64_t time = number(word[0]), cpu = number(word[1]);

    if (cpu >= cpus || word[2] == NULL) {
        fail("no such CPU, or the event is missing");
    }
    make_program();
    if (strcmp(word[2], "lost") == 0) {
        add_gap(time, (unsigned)cpu, word + 3);
    } else if (strcmp(word[2], "ends") == 0) {
        lanes[cpu].ends = true;
    } else {
        add_record(time, (unsigned)cpu, word + 2);
    }
    lanes[cpu].last = time;
}

static uint64_t last_time(void)
{
    uint64_t last = 0;

    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        last = lanes[cpu].last > last ? lanes[cpu].last : last;
    }
    return last;
}

static void put_counts(uint64_t last)
{
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        struct make packet;

        begin(&packet, SPOOR_WIRE_LOSSES);
        make_number(&packet, cpu);
        make_number(&packet, 0);
        make_number(&packet, 0);
        make_number(&packet, lanes[cpu].records);
        make_number(&packet, lanes[cpu].lost);
        make_number(&packet, lanes[cpu].ends ? lanes[cpu].last : last);
        if (lanes[cpu].lost != 0) {
            make_number(&packet, SPOOR_WIRE_ID_FIRST); /* switches */
            make_number(&packet, lanes[cpu].lost);
        }
        make_frame(&stream, &packet);
    }
}

static void add_header(uint64_t now)
{
    put_header(true, now);
    make_bytes(&stream, sent_names.bytes, sent_names.used);
    make_bytes(&stream, sent_filter.bytes, sent_filter.used);
    put_counts(now);
}

static void begin_again(bool crashed)
{
    if (!crashed) {
        put_counts(last_time());
    }
    recording++;
    filters = 0;
    sent_names.used = sent_filter.used = 0;
    memset(lanes, 0, sizeof lanes);
    put_header(false, first_now);
}

static void take_line(char *line)
{
    char *word[WORDS] = {NULL};
    unsigned n = 0;

    line[strcspn(line, "#\n")] = 0;
    for (char *at = strtok(line, " \t"); at != NULL && n < WORDS - 1; at = strtok(NULL, " \t")) {
        word[n++] = at;
    }
    if (n == 0) {
        return;
    }
    if (strcmp(word[0], "again") == 0) {
        begin_again(word[1] != NULL);
    } else if (strcmp(word[0], "header") == 0) {
        add_header(number(word[1]));
    } else if (strcmp(word[0], "note") == 0) {
        add_note();
    } else if (strcmp(word[0], "hz") == 0) {
        hz = (unsigned)number(word[1]);
    } else if (strcmp(word[0], "now") == 0) {
        first_now = (unsigned)number(word[1]);
    } else if (strcmp(word[0], "cpus") == 0) {
        cpus = (unsigned)number(word[1]);
    } else if (strcmp(word[0], "priorities") == 0) {
        priorities = (struct spoor_wire_priority_range){(uint32_t)number(word[1]), (uint32_t)number(word[2])};
        has_priorities = true;
    } else if (strcmp(word[0], "thread") == 0) {
        add_thread(word);
    } else if (strcmp(word[0], "filter") == 0) {
        add_filter(word);
    } else if (strcmp(word[0], "irq") == 0) {
        add_irq(word);
    } else if (strcmp(word[0], "block") == 0) {
        add_name(blocks, word[1]);
    } else if (strcmp(word[0], "point") == 0) {
        add_name(points, word[1]);
    } else if (strcmp(word[0], "range") == 0) {
        unsigned at = 0;

        while (events[at].name != NULL) {
            at++;
        }
        events[at] = (struct make_event){keep(word[1]), "begin", 1};
    } else {
        add_timed(word);
    }
}

static void write_file(const char *base, const char *suffix, const struct make *m)
{
    char path[1024];

    snprintf(path, sizeof path, "%s%s", base, suffix);
    FILE *f = fopen(path, "wb");

    if (f == NULL || fwrite(m->bytes, 1, m->used, f) != m->used || fclose(f) != 0) {
        fprintf(stderr, "story: %s: %s\n", path, strerror(errno));
        exit(1);
    }
}

int main(int argc, char **argv)
{
    FILE *f = argc == 3 ? fopen(argv[1], "r") : NULL;
    char line[256];

    if (f == NULL) {
        fprintf(stderr, "usage: story STORY OUT\n");
        return 2;
    }
    memcpy(events, kernel_events, sizeof kernel_events);
    while (fgets(line, sizeof line, f) != NULL) {
        line_number++;
        take_line(line);
    }
    make_program();
    put_counts(last_time());
    write_file(argv[2], ".elf", &elf_file);
    write_file(argv[2], ".spoor", &stream);
    spoor_elf_close(elf);
    return fclose(f) == 0 ? 0 : 1;
}
