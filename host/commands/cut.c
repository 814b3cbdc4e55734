/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor cut: write a part of a recording as a valid recording with its own counts. It begins with the states
 * of the threads, as the target would have recorded them if recording had begun there.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <cli/log.h>
#include <base/hash.h>
#include <base/quote.h>
#include <cli/output.h>
#include <query/pass.h>
#include <encode/encode.h>

static struct {
    const char *output;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write to FILE instead of standard output."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const char description[] =
    "The output is a valid recording. It begins with the states of all threads at that time. Losses keep "
    "their places, and a stack stays with its event. Records before the part are counted as those before the "
    "recorder joined.";

static const struct doc_item examples[] = {
    {"spoor cut --range 1.5s..1.6s -o late.spoor -e ELF demo.spoor", "Keep 100 ms."},
    {"spoor cut --where 'thread=filter || event=~sched_*' -o filter.spoor -e ELF demo.spoor",
     "Keep the records of a thread, and all switches."},
    {NULL}};

struct known_name {
    enum spoor_wire_named kind;
    uint32_t key;
};

struct cut {
    struct cli *cli;
    struct out *out;
    struct encoder encoder;
    bool begun, whole; /* whole: nothing precedes the part, and nothing is left out */
    uint64_t before[SPOOR_CPUS_MAX], cleared[SPOOR_CPUS_MAX]; /* records */
    uint64_t kept, seen, states;
    uint8_t (*events)[SPOOR_WIRE_IDS]; /* by CPU and ID: whether the last record was kept */
    uint32_t *threads;                 /* threads with names */
    struct known_name *names;
    size_t thread_count, name_count;
    struct hash numbers;
    int error;
};

/* ------------------------------------------------------------------ names */

static bool add_name(struct cut *c, struct known_name name)
{
    for (size_t n = 0; n < c->name_count; n++) {
        if (c->names[n].kind == name.kind && c->names[n].key == name.key) {
            return true;
        }
    }
    if (!VECTOR_GROW(c->names, c->name_count)) {
        return false;
    }
    c->names[c->name_count++] = name;
    return true;
}

static bool add_thread(struct cut *c, uint32_t number)
{
    if (hash_find_key(&c->numbers, number) != HASH_NONE) {
        return true;
    }
    if (!VECTOR_GROW(c->threads, c->thread_count)) {
        return false;
    }
    c->threads[c->thread_count++] = number;
    return hash_add(&c->numbers, number, 0);
}

static void put_thread(struct pass *p, uint32_t number)
{
    struct cut *c = p->arg;
    const struct spoor_thread *t = spoor_thread(p->input->reader, number);

    if (t != NULL) {
        encode_thread(&c->encoder, t);
    }
}

static void put_name(struct pass *p, enum spoor_wire_named kind, uint32_t key)
{
    struct cut *c = p->arg;
    const char *name = spoor_named(p->input->reader, kind, key);

    if (name != NULL) {
        encode_name(&c->encoder, kind, key, name);
    }
}

/* Write a name at once, or keep it until the part begins. */
static void take_name(struct pass *p, const struct spoor_item *item)
{
    struct cut *c = p->arg;
    bool ok = item->kind == SPOOR_THREAD ? add_thread(c, item->thread)
                                         : add_name(c, (struct known_name){item->packets, item->thread});

    c->error = ok ? c->error : ENOMEM;
    if (c->begun && item->kind == SPOOR_THREAD) {
        put_thread(p, item->thread);
    } else if (c->begun) {
        put_name(p, item->packets, item->thread);
    }
}

/* ------------------------------------------------------------------ states at the beginning */

static const struct spoor_id *find_state(const struct pass *p, unsigned *number)
{
    for (unsigned n = 0; n < spoor_ids(p->input->elf); n++) {
        const struct spoor_id *id = spoor_id(p->input->elf, n);

        if (id->role == SPOOR_WIRE_ROLE_STATE && id->field_count >= 4) {
            *number = n;
            return id;
        }
    }
    return NULL;
}

static void set_field(const struct spoor_field *f, uint32_t *word, uint32_t value)
{
    uint32_t mask = f->bits < 32 ? (UINT32_C(1) << f->bits) - 1 : UINT32_MAX;

    word[f->word] |= (value & mask) << f->shift;
}

static void put_state(struct cut *c, const struct spoor_id *id, unsigned number,
                      const struct follow_thread *t, uint64_t time)
{
    uint32_t word[SPOOR_WIRE_WORDS_MAX] = {0};
    uint32_t state = t->state == FOLLOW_RUNS    ? SPOOR_WIRE_LEFT_RUNS
                     : t->state == FOLLOW_READY ? SPOOR_WIRE_LEFT_READY
                                                : t->reason;

    set_field(&id->fields[0], word, state);
    set_field(&id->fields[1], word, t->number);
    set_field(&id->fields[2], word, t->object);
    set_field(&id->fields[3], word, t->cpu);
    encode_words(&c->encoder, t->cpu, time, number, word, id->words);
    c->states++;
}

static void put_states(struct pass *p)
{
    struct cut *c = p->arg;
    const struct follow *f = intervals_follow(p->intervals);
    unsigned number = 0;
    const struct spoor_id *id = find_state(p, &number);

    for (size_t n = 0; id != NULL && !f->unrecorded && n < f->thread_count; n++) {
        const struct follow_thread *t = &f->threads[n];

        if (t->state == FOLLOW_RUNS || t->state == FOLLOW_READY || t->state == FOLLOW_WAITS) {
            put_state(c, id, number, t, p->begin);
        }
    }
}

/* ------------------------------------------------------------------ items */

static void count_before(struct pass *p, const struct spoor_item *item)
{
    struct cut *c = p->arg;

    c->whole = false;
    switch (item->kind) {
    case SPOOR_RECORD:
        c->before[item->cpu]++;
        break;
    case SPOOR_JOINED:
    case SPOOR_MISSING:
        c->before[item->cpu] += item->count;
        break;
    case SPOOR_CLEARED:
        c->cleared[item->cpu] = item->count;
        break;
    default:
        break;
    }
}

static void begin(struct pass *p)
{
    struct cut *c = p->arg;
    const struct spoor_recording *r = spoor_recording(p->input->reader);
    const struct spoor_note *note = spoor_note(p->input->reader);
    char text[SPOOR_NOTE_MAX] = "cut";

    c->begun = true;
    for (unsigned n = 0; n < c->cli->words; n++) {
        quote_word(text, sizeof text, c->cli->word[n]);
    }
    size_t used = strlen(text);

    snprintf(text + used, sizeof text - used, " # %s", note->text);
    encode_begin(&c->encoder, c->out, p->input->elf, r, p->begin, c->whole && r->header.first, text,
                 note->ms);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        encode_before(&c->encoder, cpu, c->before[cpu], c->cleared[cpu]);
    }
    for (size_t n = 0; n < c->thread_count; n++) {
        put_thread(p, c->threads[n]);
    }
    for (size_t n = 0; n < c->name_count; n++) {
        put_name(p, c->names[n].kind, c->names[n].key);
    }
    const struct follow *f = intervals_follow(p->intervals);

    if (f->filter != NULL || f->changing) {
        encode_filter(&c->encoder, p->begin, f->filter);
    }
    if (!c->whole && given.pass.where == NULL) {
        put_states(p);
    }
}

static void take_any(struct pass *p, const struct spoor_item *item)
{
    struct cut *c = p->arg;

    if (item->kind == SPOOR_JOINED && !c->encoder.cpu[item->cpu].some) {
        c->before[item->cpu] += item->count;
        c->whole &= item->count == 0;
        if (c->begun) {
            encode_before(&c->encoder, item->cpu, c->before[item->cpu], c->cleared[item->cpu]);
        }
        return;
    }
    if (!c->begun) {
        begin(p);
    }
    c->seen += item->kind == SPOOR_RECORD;
    if (item->kind == SPOOR_RECORD) {
        c->events[item->cpu][item->id] = false;
    }
}

static void take_chosen(struct pass *p, const struct spoor_item *item)
{
    struct cut *c = p->arg;

    if (item->kind == SPOOR_THREAD || item->kind == SPOOR_NAME) {
        take_name(p, item);
    } else if (item->kind != SPOOR_RECORD || spoor_id(p->input->elf, item->id)->class != SPOOR_STACK) {
        encode_item(&c->encoder, item);
        if (item->kind == SPOOR_RECORD) {
            c->events[item->cpu][item->id] = true;
            c->kept++;
        }
    }
}

/* A stack is kept with its event, which is known once the stack was followed. */
static void take_stack(struct pass *p, const struct spoor_item *item)
{
    struct cut *c = p->arg;
    const struct follow *f = intervals_follow(p->intervals);

    if (c->begun && item->kind == SPOOR_RECORD && spoor_id(p->input->elf, item->id)->class == SPOOR_STACK &&
        f->stack == FOLLOW_STACK_TIED && c->events[item->cpu][f->stack_id]) {
        encode_item(&c->encoder, item);
        c->kept++;
    }
}

/* At the end of the recording: losses without a place, and records that were sent but not received. */
static void take_account(struct pass *p)
{
    struct cut *c = p->arg;

    for (unsigned cpu = 0; cpu < c->encoder.cpus && p->range.to_ns == UINT64_MAX; cpu++) {
        const struct spoor_account *a = &spoor_recording(p->input->reader)->account[cpu];

        c->encoder.cpu[cpu].lost += a->told ? spoor_lost(a) - a->in_gaps : 0;
        c->encoder.cpu[cpu].never_came = a->cut;
    }
}

/* ------------------------------------------------------------------ the command */

static int cut_to(struct cli *cli, struct out *out)
{
    static struct cut c;
    struct pass p = {.input = &cli->input,
                     .options = &given.pass,
                     .arg = &c,
                     .early = count_before,
                     .every = take_any,
                     .before = take_chosen,
                     .followed = take_stack,
                     .whole = true,
                     .error = &c.error};

    c = (struct cut){.cli = cli,
                     .out = out,
                     .whole = given.pass.where == NULL,
                     .events = calloc(SPOOR_CPUS_MAX, SPOOR_WIRE_IDS)};
    int result = c.events != NULL ? pass_run(&p) : CLI_UNREADABLE;

    if (result == CLI_OK && !p.began) {
        result = fault_set(&cli->input.fault, CLI_UNREADABLE, "%s: there are no events to cut",
                           input_name(&cli->input));
    } else if (result == CLI_OK) {
        if (!c.begun) {
            begin(&p);
        }
        take_account(&p);
        const struct spoor_note *end =
            spoor_end_note(cli->input.reader); /* empty unless the part includes it */

        encode_end(&c.encoder, p.end + (UINT64_C(1) << c.encoder.shift), end->text, end->ms);
        out_flush(out);
        log_line(LOG_INFO, "cut: %" PRIu64 " of %" PRIu64 " records, and %" PRIu64 " states at the beginning",
                 c.kept, c.seen, c.states);
    }
    if (result == CLI_OK && (c.encoder.failed || c.error != 0)) {
        result = cli_failed("cut", c.error != 0 ? strerror(c.error) : "a record is too long for a packet");
    }
    free(c.events);
    free(c.threads);
    free(c.names);
    hash_free(&c.numbers);
    pass_close(&p);
    return result;
}

static int cut(struct cli *cli)
{
    struct output output;
    int result = output_open(&output, cli, given.output, true);

    return result == CLI_OK ? output_close(&output, cut_to(cli, output.out)) : result;
}

SPOOR_COMMAND(cut, CLI_CONVERT, "FILE", "write a part of a recording, by range or filter, as a recording",
              CLI_RECORDING, cut, options, description, examples, .see = "pack dump export");
