/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads notes of NuttX. A task that resumes in an interrupt runs when the interrupt is left, as in NuttX' own
 * dump. Why a task leaves is known as far as its state is: the numbers of waits depend on the configuration.
 */
#include <inttypes.h>
#include <string.h>
#include <base/bytes.h>
#include "nuttx_priv.h"

#define IDLE       UINT32_C(0x80000000) /* plus the PID of an idle task, since 0 is no thread */
#define LAST_READY 4u /* tstate_e: up to here a task is ready; without SMP, 4 doesn't occur */
#define TEXT_BYTES 140
#define RANGE      1u /* kind of an event that begins and ends */
#define HIGHEST    255

enum { READY, WAITS = 2, ENDED = 4 };

static const struct {
    const char *name, *fields;
    const char *order; /* which member each field has, from '1'; '0': the task */
    unsigned role;
} known[NUTTX_TYPES] = {
    [NUTTX_START] = {"start", "thread:thread", "0", SPOOR_WIRE_ROLE_THREAD_NEW},
    [NUTTX_STOP] = {"stop", "thread:thread", "0", 0},
    [NUTTX_SUSPEND] = {"suspend", "thread:thread,state", "01", 0},
    [NUTTX_CPU_START] = {"cpu_start", "target", "1", 0},
    [NUTTX_CPU_STARTED] = {"cpu_started", "", "", 0},
    [NUTTX_CPU_PAUSE] = {"cpu_pause", "target", "1", 0},
    [NUTTX_CPU_PAUSED] = {"cpu_paused", "", "", 0},
    [NUTTX_CPU_RESUME] = {"cpu_resume", "target", "1", 0},
    [NUTTX_CPU_RESUMED] = {"cpu_resumed", "", "", 0},
    [NUTTX_SPINLOCK_LOCK] = {"spinlock_lock", "spinlock:ptr,value", "12", 0},
    [NUTTX_SPINLOCK_LOCKED] = {"spinlock_locked", "spinlock:ptr,value", "12", 0},
    [NUTTX_SPINLOCK_UNLOCK] = {"spinlock_unlock", "spinlock:ptr,value", "12", 0},
    [NUTTX_SPINLOCK_ABORT] = {"spinlock_abort", "spinlock:ptr,value", "12", 0},
    [NUTTX_SYSCALL_LEAVE] = {"syscall_leave", "number,result:i32", "12", 0},
    [NUTTX_IRQ_ENTER] = {"irq_enter", "line:irq,handler:ptr", "21", SPOOR_WIRE_ROLE_IRQ_ENTER},
    [NUTTX_IRQ_LEAVE] = {"irq_leave", "line:irq,handler:ptr", "21", SPOOR_WIRE_ROLE_IRQ_EXIT},
    [NUTTX_WDOG_START] = {"wdog_start", "handler:ptr,argument:x32", "12", 0},
    [NUTTX_WDOG_CANCEL] = {"wdog_cancel", "handler:ptr,argument:x32", "12", 0},
    [NUTTX_WDOG_ENTER] = {"wdog_enter", "handler:ptr,argument:x32", "12", 0},
    [NUTTX_WDOG_LEAVE] = {"wdog_leave", "handler:ptr,argument:x32", "12", 0},
    [NUTTX_HEAP_ADD] = {"heap_add", "heap:ptr,memory:ptr,bytes,used", "1234", 0},
    [NUTTX_HEAP_REMOVE] = {"heap_remove", "heap:ptr,memory:ptr,bytes,used", "1234", 0},
    [NUTTX_HEAP_ALLOC] = {"heap_alloc", "memory:ptr,bytes,heap:ptr,used", "2314", SPOOR_WIRE_ROLE_ALLOC},
    [NUTTX_HEAP_FREE] = {"heap_free", "memory:ptr,bytes,heap:ptr,used", "2314", SPOOR_WIRE_ROLE_FREE},
};

struct reading {
    struct foreign *to;
    struct nuttx_layout layout;
    unsigned cpus;
    uint64_t time;
    uint32_t last; /* time of the note before, of 32 bits */
    bool some;
    struct cpu {
        uint32_t next; /* the task that will run when the interrupts are left */
        unsigned depth, reason;
        bool waits; /* for the end of the interrupts */
    } cpu[FOREIGN_CPUS];
    unsigned runs, resumes, sched_lock, critical_section, print, mark, binary;
    struct bytes text;
};

static void describe(struct reading *r)
{
    r->runs = foreign_event(r->to, "resume", "reason:ready||waits||ended,next:thread",
                            SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT);
    r->resumes = foreign_event(r->to, "resume_in_irq", "thread:thread", 0);
    r->sched_lock = foreign_event(r->to, "sched_lock", "begin", RANGE);
    r->critical_section = foreign_event(r->to, "critical_section", "begin", RANGE);
    r->print = foreign_event(r->to, "printf", "text:str", FOREIGN_DATA);
    r->mark = foreign_event(r->to, "mark", "text:str", FOREIGN_DATA);
    r->binary = foreign_event(r->to, "binary", "data:hex", FOREIGN_DATA);
}

/* ------------------------------------------------------------------ tasks */

/* The idle tasks have the lowest PIDs, one for each CPU. */
static uint32_t thread_of(const struct reading *r, const struct nuttx_note *note)
{
    char name[24];

    if (note->pid >= r->cpus) {
        foreign_thread(r->to, note->pid, "", 0, note->priority, false);
        return note->pid;
    }
    snprintf(name, sizeof name, r->cpus > 1 ? "idle/%u" : "idle", (unsigned)note->pid);
    foreign_thread(r->to, IDLE + note->pid, name, strlen(name), note->priority, true);
    return IDLE + note->pid;
}

static void put_switch(struct reading *r, unsigned cpu, uint32_t next)
{
    foreign_record(r->to, cpu, r->time, r->runs, (uint32_t[]){r->cpu[cpu].reason, next}, 2);
    r->cpu[cpu].reason = READY;
}

static void put_resume(struct reading *r, const struct nuttx_note *note, uint32_t task)
{
    struct cpu *c = &r->cpu[note->cpu];

    if (c->depth == 0) {
        put_switch(r, note->cpu, task);
        return;
    }
    foreign_record(r->to, note->cpu, r->time, r->resumes, &task, 1);
    c->waits = true;
    c->next = task;
}

/* Follow a note that changes which task runs, or why it leaves. */
static void follow(struct reading *r, const struct nuttx_note *note)
{
    struct cpu *c = &r->cpu[note->cpu];

    if (note->type == NUTTX_STOP) {
        c->reason = ENDED;
    } else if (note->type == NUTTX_SUSPEND && c->reason != ENDED) {
        c->reason = note->member[0] == 0 ? ENDED : note->member[0] <= LAST_READY ? READY : WAITS;
    } else if (note->type == NUTTX_IRQ_ENTER) {
        c->depth++;
    } else if (note->type == NUTTX_IRQ_LEAVE) {
        c->depth -= c->depth > 0;
        if (c->depth == 0 && c->waits) {
            c->waits = false;
            put_switch(r, note->cpu, c->next);
        }
    }
}

/* ------------------------------------------------------------------ texts */

/* @return the text of a note as the name of an event; if it has none, the address that wrote it */
static const char *name_of(const struct nuttx_note *note, struct part text, char *name, size_t room)
{
    size_t used = 0;

    while (text.left > 0 && text.at[0] != 0 && used < room - 1) {
        char c = (char)part_number(&text, 1);

        name[used++] = c <= ' ' || c > '~' || strchr(",+:/|", c) != NULL ? '_' : c;
    }
    name[used] = 0;
    if (used == 0) {
        snprintf(name, room, "at_0x%" PRIx64, note->member[0]);
    }
    return name;
}

static void put_text(struct reading *r, const struct nuttx_note *note, unsigned event)
{
    foreign_data(r->to, note->cpu, r->time, event, r->text.used > 0 ? r->text.data : (const uint8_t *)"",
                 r->text.used < TEXT_BYTES ? r->text.used : TEXT_BYTES);
    r->text.used = 0;
}

enum { ARGUMENT_32, ARGUMENT_64, ARGUMENT_DOUBLE, ARGUMENT_TEXT };

/* Print the arguments by their types, two bits each below their number. The format's text isn't in the file.
 */
static void print_arguments(struct reading *r, const struct nuttx_note *note)
{
    uint32_t types = (uint32_t)note->member[3];
    struct part text = note->text;
    uint64_t bits;
    double number;

    bytes_print(&r->text, "0x%" PRIx64, note->member[1]);
    if (types == 0) {
        for (size_t n = 0; n < text.left && n < 32; n++) {
            bytes_print(&r->text, n > 0 ? "%02x" : " %02x", text.at[n]);
        }
        return;
    }
    for (unsigned n = 0; n < types >> 28 && text.left > 0; n++) {
        switch (types >> 2 * n & 3) {
        case ARGUMENT_32:
            bytes_print(&r->text, " %" PRIu64, nuttx_number(&r->layout, &text, 4));
            break;
        case ARGUMENT_64:
            bytes_print(&r->text, " %" PRIu64, nuttx_number(&r->layout, &text, 8));
            break;
        case ARGUMENT_DOUBLE:
            bits = nuttx_number(&r->layout, &text, 8);
            memcpy(&number, &bits, sizeof number);
            bytes_print(&r->text, " %g", number);
            break;
        default:
            bytes_print(&r->text, " %.40s", part_text(&text));
            break;
        }
    }
}

/* The lowest 32 bits of a value */
static void put_counter(struct reading *r, const struct nuttx_note *note)
{
    struct part text = note->text;
    uint32_t value = (uint32_t)nuttx_number(&r->layout, &text, r->layout.pointer);
    char name[48];

    foreign_record(r->to, note->cpu, r->time,
                   foreign_event(r->to, name_of(note, text, name, sizeof name), "value:i32", FOREIGN_COUNTER),
                   &value, 1);
}

/* The number, and up to four arguments that are whole */
static void put_syscall(struct reading *r, const struct nuttx_note *note)
{
    static const char *const fields[] = {
        "number,arguments", "number,arguments,a1:x32", "number,arguments,a1:x32,a2:x32",
        "number,arguments,a1:x32,a2:x32,a3:x32", "number,arguments,a1:x32,a2:x32,a3:x32,a4:x32"};
    uint32_t word[6] = {(uint32_t)note->member[0], (uint32_t)note->member[1]};
    struct part text = note->text;
    unsigned n = 0;

    while (n < 4 && text.left >= r->layout.pointer) {
        word[2 + n++] = (uint32_t)nuttx_number(&r->layout, &text, r->layout.pointer);
    }
    foreign_record(r->to, note->cpu, r->time, foreign_event(r->to, "syscall_enter", fields[n], 0), word,
                   2 + n);
}

/* ------------------------------------------------------------------ notes */

static void put_range(struct reading *r, const struct nuttx_note *note, unsigned event, bool begins)
{
    uint32_t word = begins;

    foreign_record(r->to, note->cpu, r->time, event, &word, 1);
}

static void put_known(struct reading *r, const struct nuttx_note *note, uint32_t task)
{
    uint32_t word[6];
    unsigned words = 0;

    if (known[note->type].name == NULL) {
        return;
    }
    for (const char *o = known[note->type].order; *o != 0; o++) {
        word[words++] = *o == '0' ? task : (uint32_t)note->member[*o - '1'];
    }
    foreign_record(r->to, note->cpu, r->time,
                   foreign_event(r->to, known[note->type].name, known[note->type].fields,
                                 known[note->type].role << SPOOR_WIRE_ROLE_SHIFT),
                   word, words);
}

static void put_note(struct reading *r, const struct nuttx_note *note)
{
    uint32_t task = thread_of(r, note);
    char name[48];

    if (note->type == NUTTX_START && note->text.left > 1) {
        foreign_thread(r->to, task, (const char *)note->text.at, note->text.left - 1, note->priority, false);
    } else if (note->type != NUTTX_START && note->type != NUTTX_STOP && note->type != NUTTX_RESUME) {
        foreign_ran_first(r->to, note->cpu, task);
    }
    switch (note->type) {
    case NUTTX_RESUME:
        put_resume(r, note, task);
        break;
    case NUTTX_PREEMPT_LOCK:
    case NUTTX_PREEMPT_UNLOCK:
        put_range(r, note, r->sched_lock, note->type == NUTTX_PREEMPT_LOCK);
        break;
    case NUTTX_CSECTION_ENTER:
    case NUTTX_CSECTION_LEAVE:
        put_range(r, note, r->critical_section, note->type == NUTTX_CSECTION_ENTER);
        break;
    case NUTTX_BEGIN:
    case NUTTX_END:
        put_range(r, note, foreign_event(r->to, name_of(note, note->text, name, sizeof name), "begin", RANGE),
                  note->type == NUTTX_BEGIN);
        break;
    case NUTTX_SYSCALL_ENTER:
        put_syscall(r, note);
        break;
    case NUTTX_COUNTER:
        put_counter(r, note);
        break;
    case NUTTX_PRINTF:
        print_arguments(r, note);
        put_text(r, note, r->print);
        break;
    case NUTTX_MARK:
    case NUTTX_BINARY:
        bytes_add(&r->text, note->text.at, note->text.left);
        put_text(r, note, note->type == NUTTX_MARK ? r->mark : r->binary);
        break;
    default:
        put_known(r, note, task);
        break;
    }
    follow(r, note);
}

/* ------------------------------------------------------------------ the file */

static bool nuttx_probe(const uint8_t *bytes, size_t size)
{
    struct nuttx_layout layout;

    return nuttx_find_layout(bytes, size, &layout);
}

/* Times of 32 bits go on after their end. CPUs' notes may be out of order by a little. */
static uint64_t time_of(struct reading *r, const struct nuttx_note *note)
{
    uint32_t now = (uint32_t)note->time, since = now - r->last;

    if (r->layout.clock == 8 || !r->some) {
        r->last = now;
        r->some = true;
        return note->time;
    }
    if (r->cpus > 1 && since > UINT32_MAX / 2) {
        return r->time;
    }
    r->last = now;
    return r->time + since;
}

static void read_all(struct reading *r, struct part rest)
{
    struct nuttx_note note;

    describe(r);
    while (!foreign_failed(r->to) && !r->text.failed && nuttx_next(&r->layout, &rest, &note)) {
        r->time = time_of(r, &note);
        put_note(r, &note);
    }
    if (rest.left > 0 && foreign_collects(r->to)) {
        foreign_note(r->to, "without its last %zu bytes, which aren't a whole note", rest.left);
    }
}

static bool nuttx_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct reading r = {.to = f, .cpus = 1};
    struct part rest = {bytes, size, false};
    struct nuttx_note note;

    if (!nuttx_find_layout(bytes, size, &r.layout)) {
        return foreign_refuse(f, "its bytes aren't notes of any layout that is known");
    }
    if (!foreign_has_rate(f)) {
        return foreign_refuse(f, "the rate of its times isn't in the file: give that of `perf_gettime` by "
                                 "--rate HZ");
    }
    while (nuttx_next(&r.layout, &rest, &note)) {
        r.cpus = note.cpu >= r.cpus ? note.cpu + 1 : r.cpus;
    }
    foreign_priorities(f, 0, HIGHEST);
    read_all(&r, (struct part){bytes, size, false});
    bytes_free(&r.text);
    return !r.text.failed;
}

static const struct foreign_format nuttx_format = {
    .name = "NuttX notes",
    .summary = "notes of NuttX' scheduler instrumentation, as /dev/note/ram has them",
    .order = 6,
    .needs_code = true,
    .probe = nuttx_probe,
    .read = nuttx_read,
};
SPOOR_FOREIGN(nuttx);
