/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a stream of Percepio's TraceRecorder. A task that is activated ends the interrupts before it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/bytes.h>
#include <base/hash.h>
#include <base/vector.h>
#include "percepio_priv.h"

#define IDLE_NAME  (1u << 24) /* in the options of an entry */
#define NO_TASK    2          /* handle of the task before the scheduler starts */
#define NESTING    16
#define TEXT_BYTES 140

enum { READY, DELAY = 2, SUSPENDED = 3, ENDED = 4, WAITS_FOR = 5 /* plus enum percepio_wait */ };

struct named {
    char name[40];
    uint8_t state; /* why a task leaves the CPU */
    bool is_task;
    unsigned line; /* of an interrupt, plus 1 */
};

struct core {
    uint32_t runs;
    unsigned count, depth;
    uint64_t before;
    bool known, some;
};

struct reading {
    struct foreign *to;
    struct percepio p;
    struct percepio_clock clock;
    struct hash by_address;
    struct named *named;
    size_t named_count;
    char idle[40];
    unsigned lines;
    struct core cores[FOREIGN_CPUS];
    uint64_t time;
    bool failed;
    unsigned runs, again, enter, leave, wake, priority, create, malloc, free;
    struct bytes text;
};

/* ------------------------------------------------------------------ names */

static struct named *named_at(struct reading *r, uint64_t address)
{
    uint32_t index = hash_find_key(&r->by_address, address);

    if (index == HASH_NONE) {
        if (!VECTOR_GROW(r->named, r->named_count) ||
            !hash_add(&r->by_address, address, (uint32_t)r->named_count)) {
            r->failed = true;
            return NULL;
        }
        index = (uint32_t)r->named_count++;
        r->named[index] = (struct named){.state = READY};
    }
    return &r->named[index];
}

static void set_name(struct reading *r, uint64_t address, const char *name, size_t n)
{
    struct named *to = named_at(r, address);

    if (to != NULL && n > 0) {
        snprintf(to->name, sizeof to->name, "%.*s", (int)(n < sizeof to->name ? n : sizeof to->name - 1),
                 name);
    }
}

/* @return a task's number; its name is passed on */
static uint32_t task_of(struct reading *r, uint64_t address)
{
    struct named *n = named_at(r, address);

    if (n != NULL && foreign_collects(r->to)) {
        bool idle = (r->idle[0] != 0 && strncmp(n->name, r->idle, strlen(r->idle)) == 0) ||
                    (r->p.is_freertos && strncmp(n->name, "IDLE", 4) == 0);

        n->is_task = true;
        foreign_thread(r->to, (uint32_t)address, n->name, strlen(n->name), FOREIGN_NO_PRIORITY, idle);
    }
    return (uint32_t)address;
}

/* Interrupts have no numbers: theirs are in the order of their first appearance. */
static uint32_t line_of(struct reading *r, uint64_t handle)
{
    struct named *n = named_at(r, handle);

    if (n == NULL) {
        return 0;
    }
    n->line = n->line != 0 ? n->line : ++r->lines;
    foreign_name(r->to, SPOOR_WIRE_NAMED_IRQ, n->line - 1, n->name, strlen(n->name));
    return n->line - 1;
}

/* Entries of the table: an address, states, options, and a symbol. */
static void take_table(struct reading *r, struct part *rest)
{
    const struct percepio *p = &r->p;
    uint64_t count = percepio_take(p, rest, p->word), symbol = percepio_take(p, rest, p->word),
             states = percepio_take(p, rest, p->word);

    for (uint64_t n = 0; n < count && !rest->failed && symbol <= 256 && states <= 16; n++) {
        uint64_t address = percepio_take(p, rest, p->word);

        (void)part_take(rest, states * p->word);
        uint32_t options = (uint32_t)percepio_take(p, rest, 4);
        struct part text = part_take(rest, symbol);

        if (!text.failed) {
            text.left = strnlen((const char *)text.at, text.left);
            set_name(r, address, (const char *)text.at, text.left);
        }
        if ((options & IDLE_NAME) != 0 && text.left > 0) {
            snprintf(r->idle, sizeof r->idle, "%.*s", (int)(text.left < 39 ? text.left : 39),
                     (const char *)text.at);
        }
    }
    rest->failed |= symbol > 256 || states > 16;
}

static void take_name(struct reading *r, const struct percepio_event *e)
{
    struct part text = percepio_text(&r->p, e, e->id == PERCEPIO_DEFINE_ISR ? 2 : 1);

    if (e->words >= 2) {
        set_name(r, e->word[0], (const char *)text.at, text.left);
    }
}

/* ------------------------------------------------------------------ tasks */

static void describe(struct reading *r)
{
    const unsigned shift = SPOOR_WIRE_ROLE_SHIFT;

    r->runs = foreign_event(r->to, "task_activate",
                            "reason:ready||delay|suspended|ended|" PERCEPIO_WAIT_NAMES ",next:thread",
                            SPOOR_WIRE_ROLE_SWITCH << shift);
    r->again = foreign_event(r->to, "task_continues", "thread:thread", 0);
    r->enter = foreign_event(r->to, "isr_begin", "line:irq", SPOOR_WIRE_ROLE_IRQ_ENTER << shift);
    r->leave = foreign_event(r->to, "isr_end", "", SPOOR_WIRE_ROLE_IRQ_EXIT << shift);
    r->wake = foreign_event(r->to, "task_ready", "how:ready|,thread:thread", SPOOR_WIRE_ROLE_WAKE << shift);
    r->create =
        foreign_event(r->to, "task_create", "thread:thread,priority", SPOOR_WIRE_ROLE_THREAD_NEW << shift);
    r->malloc = foreign_event(r->to, "malloc", "address:ptr,bytes", SPOOR_WIRE_ROLE_ALLOC << shift);
    r->free = foreign_event(r->to, "free", "address:ptr,bytes", SPOOR_WIRE_ROLE_FREE << shift);
}

static void put(struct reading *r, const struct percepio_event *e, unsigned event, const uint32_t *word,
                unsigned words)
{
    foreign_record(r->to, e->core, r->time, event, word, words);
}

static void set_state(struct reading *r, uint64_t task, uint8_t state)
{
    struct named *n = named_at(r, task);

    if (n != NULL) {
        n->state = state;
    }
}

/* The recorder tells the beginning of interrupts, and what continues after them. */
static void end_interrupts(struct reading *r, const struct percepio_event *e, unsigned depth)
{
    struct core *c = &r->cores[e->core];

    for (; c->depth > depth; c->depth--) {
        put(r, e, r->leave, NULL, 0);
    }
}

static void put_activate(struct reading *r, const struct percepio_event *e)
{
    struct core *c = &r->cores[e->core];
    uint32_t next = task_of(r, e->word[0]);
    bool returns = c->depth > 0;

    end_interrupts(r, e, 0);
    if (!c->known || c->runs != next) {
        const struct named *before = c->known ? named_at(r, c->runs) : NULL;

        put(r, e, r->runs, (uint32_t[]){before != NULL ? before->state : READY, next}, 2);
    } else if (!returns) {
        put(r, e, r->again, &next, 1);
    }
    set_state(r, e->word[0], READY);
    c->runs = next;
    c->known = true;
}

static void put_isr(struct reading *r, const struct percepio_event *e)
{
    struct core *c = &r->cores[e->core];
    uint32_t line = line_of(r, e->word[0]);

    if (e->id == PERCEPIO_ISR_RESUME) {
        end_interrupts(r, e, c->depth > 0 ? c->depth - 1 : 0);
    } else if (c->depth < NESTING) {
        put(r, e, r->enter, &line, 1);
        c->depth++;
    }
}

/* ------------------------------------------------------------------ other events */

/* Print a format with its arguments: whole numbers, as the recorder supports no others without strings. */
static void print(struct reading *r, struct part format, const uint64_t *argument, unsigned count)
{
    while (format.left > 0) {
        char c = (char)part_number(&format, 1);

        if (c != '%' || format.left == 0) {
            bytes_u8(&r->text, (uint8_t)c);
            continue;
        }
        do {
            c = (char)part_number(&format, 1);
        } while (format.left > 0 && strchr("0123456789.-+ #lhz", c) != NULL);
        if (c == '%' || count == 0) {
            bytes_u8(&r->text, (uint8_t)c);
            continue;
        }
        bytes_print(&r->text,
                    c == 'd' || c == 'i'   ? "%" PRId32
                    : c == 'x' || c == 'X' ? "%" PRIx32
                                           : "%" PRIu32,
                    (uint32_t)*argument++);
        count--;
    }
}

static struct part name_at(struct reading *r, uint64_t handle)
{
    const struct named *n = named_at(r, handle);
    const char *name = n != NULL ? n->name : "";

    return (struct part){(const uint8_t *)name, strlen(name), false};
}

/* A user event: its channel and the numbers precede the text; a fixed one has the handle of its format. */
static void put_user(struct reading *r, const struct percepio_event *e)
{
    bool is_fixed = e->id >= PERCEPIO_USER_FIXED;
    unsigned numbers =
        is_fixed ? e->id - PERCEPIO_USER_FIXED : e->id - PERCEPIO_USER - (e->id > PERCEPIO_USER);
    unsigned before = is_fixed ? 2 : 1;
    struct part channel = name_at(r, e->words > 0 ? e->word[0] : 0);

    if (e->words < before + numbers) {
        return;
    }
    bytes_print(&r->text, "%.*s%s", (int)channel.left, (const char *)channel.at,
                channel.left > 0 ? ": " : "");
    print(r, is_fixed ? name_at(r, e->word[1]) : percepio_text(&r->p, e, before + numbers), e->word + before,
          numbers);
    foreign_data(r->to, e->core, r->time, foreign_event(r->to, "user", "text:str", FOREIGN_DATA),
                 r->text.data, r->text.used < TEXT_BYTES ? r->text.used : TEXT_BYTES);
    r->text.used = 0;
}

/* Events whose words have no role: the first is an object, unless it is a number of ticks. */
static void put_other(struct reading *r, const struct percepio_event *e)
{
    static const char *const fields[] = {"", "object:ptr", "object:ptr,value", "object:ptr,value,value2",
                                         "object:ptr,value,value2,value3"};
    enum percepio_wait wait = r->p.is_freertos ? percepio_wait(e->id) : PERCEPIO_NO_WAIT;
    const char *name = percepio_name(e->id, r->p.is_freertos);
    uint32_t word[4] = {0};
    char number[24];

    for (unsigned n = 0; n < e->words && n < 4; n++) {
        word[n] = (uint32_t)e->word[n];
    }
    snprintf(number, sizeof number, "event_%u", e->id);
    if (name != NULL && wait != PERCEPIO_NO_WAIT && e->words > 0) {
        put(r, e,
            foreign_event(r->to, name, "object:ptr,kind:" PERCEPIO_WAIT_NAMES,
                          SPOOR_WIRE_ROLE_WAIT << SPOOR_WIRE_ROLE_SHIFT),
            (uint32_t[]){word[0], wait}, 2);
        if (r->cores[e->core].known) {
            set_state(r, r->cores[e->core].runs, (uint8_t)(WAITS_FOR + wait));
        }
        return;
    }
    bool delays = r->p.is_freertos && (e->id == PERCEPIO_DELAY || e->id == PERCEPIO_DELAY_UNTIL);
    bool has_ticks = e->id == PERCEPIO_NEW_TIME || (r->p.is_freertos && e->id == PERCEPIO_DELAY);
    bool of_task =
        e->id == PERCEPIO_TASK_DELETE || (e->id >= PERCEPIO_SUSPEND && e->id <= PERCEPIO_RESUME_FROM_ISR);

    put(r, e,
        foreign_event(r->to, name != NULL ? name : number,
                      e->words == 1 && has_ticks                     ? "ticks"
                      : e->words == 1 && of_task && r->p.is_freertos ? "thread:thread"
                                                                     : fields[e->words < 4 ? e->words : 4],
                      0),
        word, e->words < 4 ? e->words : 4);
    if (delays && r->cores[e->core].known) {
        set_state(r, r->cores[e->core].runs, DELAY);
    } else if (r->p.is_freertos && (e->id == PERCEPIO_SUSPEND || e->id == PERCEPIO_TASK_DELETE) &&
               e->words > 0) {
        set_state(r, e->word[0], e->id == PERCEPIO_SUSPEND ? SUSPENDED : ENDED);
    }
}

static void put_task(struct reading *r, const struct percepio_event *e)
{
    uint32_t task = task_of(r, e->word[0]), value = e->words > 1 ? (uint32_t)e->word[1] : 0;

    if (e->id == PERCEPIO_READY) {
        set_state(r, e->word[0], READY);
        put(r, e, r->wake, (uint32_t[]){0, task}, 2);
        return;
    }
    if (e->id == PERCEPIO_TASK_CREATE) {
        foreign_thread(r->to, task, "", 0, value, false);
        put(r, e, r->create, (uint32_t[]){task, value}, 2);
        return;
    }
    put(r, e,
        foreign_event(r->to, percepio_name(e->id, true), "thread:thread,priority",
                      SPOOR_WIRE_ROLE_PRIORITY << SPOOR_WIRE_ROLE_SHIFT),
        (uint32_t[]){task, value}, 2);
}

static void put_event(struct reading *r, const struct percepio_event *e)
{
    bool has_object = e->words > 0;

    if (e->id == PERCEPIO_ACTIVATE && has_object) {
        put_activate(r, e);
    } else if ((e->id == PERCEPIO_ISR_BEGIN || e->id == PERCEPIO_ISR_RESUME) && has_object) {
        put_isr(r, e);
    } else if ((e->id == PERCEPIO_READY || e->id == PERCEPIO_TASK_CREATE ||
                (e->id >= PERCEPIO_PRIORITY && e->id <= PERCEPIO_DISINHERIT)) &&
               has_object) {
        put_task(r, e);
    } else if (e->id == PERCEPIO_START) {
        for (unsigned core = 0; core < e->words && core < r->p.cores; core++) {
            if (e->word[core] > NO_TASK) {
                foreign_ran_first(r->to, core, task_of(r, e->word[core]));
                r->cores[core].runs = (uint32_t)e->word[core];
                r->cores[core].known = true;
            }
        }
        put(r, e, foreign_event(r->to, "trace_start", "", 0), NULL, 0);
    } else if ((e->id == PERCEPIO_MALLOC || e->id == PERCEPIO_FREE) && e->words == 2) {
        put(r, e, e->id == PERCEPIO_MALLOC ? r->malloc : r->free,
            (uint32_t[]){(uint32_t)e->word[0], (uint32_t)e->word[1]}, 2);
    } else if (r->p.is_freertos && e->id >= PERCEPIO_USER && e->id < PERCEPIO_USER_END) {
        put_user(r, e);
    } else if (e->id != PERCEPIO_OBJ_NAME && e->id != PERCEPIO_DEFINE_ISR) {
        put_other(r, e);
    }
}

/* ------------------------------------------------------------------ the file */

static void put_loss(struct reading *r, const struct percepio_event *e)
{
    struct core *c = &r->cores[e->core];
    unsigned mask = r->p.cores > 1 ? 0xFFF : 0xFFFF, lost = (e->count - c->count - 1) & mask;

    if (c->some && lost != 0) {
        foreign_loss(r->to, e->core, c->before, r->time, lost);
        c->known = false;
        c->depth = 0;
    }
    c->some = true;
    c->count = e->count;
}

static void read_all(struct reading *r, struct part events)
{
    struct part rest = events;
    struct percepio_event e;

    while (percepio_next(&r->p, &rest, &e)) {
        if (e.id == PERCEPIO_OBJ_NAME || e.id == PERCEPIO_DEFINE_ISR) {
            take_name(r, &e);
        }
    }
    if (rest.left > 0) {
        foreign_note(r->to, "without its last %zu bytes, which aren't a whole event", rest.left);
    }
    describe(r);
    rest = events;
    while (!foreign_failed(r->to) && !r->failed && !r->text.failed && percepio_next(&r->p, &rest, &e)) {
        r->time = percepio_time(&r->clock, &r->p, e.time);
        put_loss(r, &e);
        put_event(r, &e);
        r->cores[e.core].before = r->time;
    }
    for (uint32_t n = 0; n < r->by_address.room; n++) {
        const struct hash_place *place = &r->by_address.places[n];
        const struct named *named = place->index != 0 ? &r->named[place->index - 1] : NULL;

        if (named != NULL && !named->is_task && named->line == 0) {
            foreign_name(r->to, SPOOR_WIRE_NAMED_OBJECT, (uint32_t)place->hash, named->name,
                         strlen(named->name));
        }
    }
}

static bool percepio_probe(const uint8_t *bytes, size_t size)
{
    return size >= PERCEPIO_HEADER_BYTES && (memcmp(bytes, "PSF", 4) == 0 || memcmp(bytes, "\0FSP", 4) == 0);
}

static bool percepio_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct reading r = {.to = f};
    struct part rest = {bytes, size, false};
    const char *wrong = percepio_probe(bytes, size) ? percepio_header(&r.p, &rest) : "it has no mark";

    if (wrong == NULL) {
        take_table(&r, &rest);
        wrong = rest.failed ? "its table of names is damaged" : NULL;
    }
    if (wrong == NULL && r.p.hz != 0 && r.p.hz <= UINT32_MAX) {
        foreign_rate(f, (uint32_t)r.p.hz);
    }
    if (wrong == NULL && !foreign_has_rate(f)) {
        wrong = "the rate of its clock isn't in it: give it by --rate HZ";
    }
    if (wrong == NULL) {
        foreign_cpus(f, r.p.cores);
        read_all(&r, rest);
    }
    hash_free(&r.by_address);
    free(r.named);
    bytes_free(&r.text);
    return wrong != NULL ? foreign_refuse(f, "%s", wrong) : !r.failed && !r.text.failed;
}

static const struct foreign_format percepio_format = {
    .name = "Percepio",
    .summary = "a stream of Percepio's TraceRecorder, .psf",
    .order = 1,
    .needs_code = true,
    .probe = percepio_probe,
    .read = percepio_read,
};
SPOOR_FOREIGN(percepio);
