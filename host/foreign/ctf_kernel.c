/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of CTF traces that a kernel names: those of Zephyr (subsys/tracing/ctf) and of Linux, as LTTng
 * has them. All others keep their fields.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/bytes.h>
#include <base/hash.h>
#include <base/vector.h>
#include "ctf_priv.h"

#define REASONS "ready|yields|waits||ended||||||||||||unknown" /* enum ctf_why */

/* What a thread waits for in Zephyr. */
#define OBJECTS "object:ptr,kind:semaphore|mutex|msgq|mem_slab|condvar|timer|queue|stack|heap|pipe|mbox|event"

enum { SEMAPHORE, MUTEX, MSGQ, MEM_SLAB, CONDVAR, TIMER, QUEUE, STACK, HEAP, PIPE, MBOX, EVENT };

static const struct {
    const char *name, *needs,
        *fields; /* a field that it must have; the fields of its record, NULL: its own */
    enum ctf_role role;
    enum spoor_wire_role wire;
    unsigned object;
} known[] = {
    {"sched_switch", "next_tid", "reason:" REASONS ",next:thread", CTF_SWITCH, SPOOR_WIRE_ROLE_SWITCH},
    {"sched_waking", "tid", "cpu,thread:thread", CTF_WAKE, SPOOR_WIRE_ROLE_WAKE},
    {"irq_handler_entry", "irq", "line:irq", CTF_IRQ_ENTRY, SPOOR_WIRE_ROLE_IRQ_ENTER},
    {"irq_handler_exit", "irq", "line:irq", CTF_IRQ_EXIT, SPOOR_WIRE_ROLE_IRQ_EXIT},
    {"thread_switched_in", "thread_id", "reason:" REASONS ",next:thread", CTF_SWITCHED_IN,
     SPOOR_WIRE_ROLE_SWITCH},
    {"thread_ready", "thread_id", "how:ready|,thread:thread", CTF_READY, SPOOR_WIRE_ROLE_WAKE},
    {"thread_pending", "thread_id", "thread:thread", CTF_PENDING, SPOOR_WIRE_ROLE_NONE},
    {"thread_suspend", "thread_id", "thread:thread", CTF_PENDING, SPOOR_WIRE_ROLE_NONE},
    {"thread_abort", "thread_id", "thread:thread", CTF_ABORT, SPOOR_WIRE_ROLE_NONE},
    {"thread_create", "thread_id", "thread:thread", CTF_CREATE, SPOOR_WIRE_ROLE_THREAD_NEW},
    {"thread_priority_set", "prio", "thread:thread,priority:i32", CTF_PRIORITY, SPOOR_WIRE_ROLE_PRIORITY},
    {"isr_enter", NULL, "line:irq", CTF_ISR_ENTER, SPOOR_WIRE_ROLE_IRQ_ENTER},
    {"isr_exit", NULL, "", CTF_ISR_EXIT, SPOOR_WIRE_ROLE_IRQ_EXIT},
    {"isr_exit_to_scheduler", NULL, "", CTF_ISR_EXIT, SPOOR_WIRE_ROLE_IRQ_EXIT},
    /* Since Zephyr 4, the scheduler's own events are these. */
    {"thread_sched_ready", "thread_id", "how:ready|,thread:thread", CTF_READY, SPOOR_WIRE_ROLE_WAKE},
    {"thread_sched_pend", "thread_id", "thread:thread", CTF_PENDING, SPOOR_WIRE_ROLE_NONE},
    {"thread_sched_suspend", "thread_id", "thread:thread", CTF_PENDING, SPOOR_WIRE_ROLE_NONE},
    {"thread_sched_abort", "thread_id", "thread:thread", CTF_ABORT, SPOOR_WIRE_ROLE_NONE},
    {"thread_sched_priority_set", "prio", "thread:thread,priority:i32", CTF_PRIORITY,
     SPOOR_WIRE_ROLE_PRIORITY},
    {"thread_yield", NULL, "", CTF_YIELD, SPOOR_WIRE_ROLE_NONE},
    {"semaphore_take_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, SEMAPHORE},
    {"mutex_lock_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MUTEX},
    {"msgq_put_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MSGQ},
    {"msgq_put_front_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MSGQ},
    {"msgq_get_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MSGQ},
    {"mem_slab_alloc_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MEM_SLAB},
    {"condvar_wait_enter", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, CONDVAR},
    {"timer_status_sync_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, TIMER},
    {"queue_get_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, QUEUE},
    {"stack_pop_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, STACK},
    {"heap_alloc_helper_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, HEAP},
    {"pipe_write_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, PIPE},
    {"pipe_read_blocking", "id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, PIPE},
    {"mbox_message_put_blocking", "mbox_id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MBOX},
    {"mbox_get_blocking", "mbox_id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, MBOX},
    {"event_wait_blocking", "event_id", OBJECTS, CTF_BLOCKS, SPOOR_WIRE_ROLE_WAIT, EVENT},
    {"lttng_ust_cyg_profile:func_entry", "addr", "", CTF_CALL, SPOOR_WIRE_ROLE_NONE},
    {"lttng_ust_cyg_profile:func_exit", "addr", "", CTF_RETURN, SPOOR_WIRE_ROLE_NONE},
};

/* ------------------------------------------------------------------ descriptions */

static bool has_field(const struct ctf_type *t, const char *name)
{
    for (size_t n = 0; t != NULL && t->kind == CTF_STRUCT && n < t->count; n++) {
        if (strcmp(t->members[n].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool ends_in(const char *name, const char *end)
{
    return strlen(name) > strlen(end) && strcmp(name + strlen(name) - strlen(end), end) == 0;
}

/* Append a name without characters that separate fields in a descriptor. */
static void put_name(struct bytes *b, const char *name)
{
    for (const char *c = name[0] == '_' && name[1] != 0 ? name + 1 : name; *c != 0; c++) {
        bytes_u8(b, strchr(",+:/|", *c) != NULL ? '_' : (uint8_t)*c);
    }
}

/* Append the names of an enumeration, if they are of the numbers from 0 on. @return whether they are */
static bool put_labels(struct bytes *b, const struct ctf_type *t)
{
    for (size_t n = 0; n < t->count; n++) {
        if (t->labels[n].low != n || t->labels[n].high != n) {
            return false;
        }
    }
    for (size_t n = 0; n < t->count; n++) {
        bytes_text(b, n > 0 ? "|" : "");
        put_name(b, t->labels[n].name);
    }
    if (t->count == 1) {
        bytes_text(b, "|");
    }
    return t->count > 0;
}

/* Describe the fields of an event by its types. @return false if they aren't a few numbers */
static bool put_fields(struct bytes *b, const struct ctf_type *t)
{
    unsigned words = 0;

    for (size_t n = 0; t != NULL && n < t->count; n++) {
        const struct ctf_type *f = t->members[n].type;

        if ((f->kind != CTF_INTEGER && f->kind != CTF_ENUM) || f->size > 32 ||
            ++words > SPOOR_WIRE_WORDS_MAX) {
            return false;
        }
        bytes_text(b, n > 0 ? "," : "");
        put_name(b, t->members[n].name);
        bytes_text(b, ":");
        if (f->kind != CTF_ENUM || !put_labels(b, f)) {
            bytes_text(b, f->is_hex ? "x32" : f->is_signed ? "i32" : "u32");
        }
    }
    return t == NULL || t->kind == CTF_STRUCT;
}

void ctf_describe(struct ctf_reading *r, struct ctf_event *e)
{
    struct bytes fields = {0};
    unsigned role = SPOOR_WIRE_ROLE_NONE;

    for (size_t n = 0; n < sizeof known / sizeof *known && e->role == CTF_OTHER; n++) {
        if (strcmp(e->name, known[n].name) == 0 &&
            (known[n].needs == NULL || has_field(e->fields, known[n].needs))) {
            e->role = known[n].role;
            e->object = known[n].object;
            e->object_field = known[n].needs;
            e->is_blocking = e->role == CTF_BLOCKS && ends_in(e->name, "_blocking");
            role = known[n].wire;
            bytes_text(&fields, known[n].fields);
        }
    }
    if (e->role == CTF_OTHER && !put_fields(&fields, e->fields)) {
        e->as_text = true;
        fields.used = 0;
        bytes_text(&fields, "text:str");
    }
    bytes_u8(&fields, 0);
    e->event = foreign_event(r->to, e->name, fields.failed ? "" : (const char *)fields.data,
                             (e->as_text ? FOREIGN_DATA : 0) | role << SPOOR_WIRE_ROLE_SHIFT);
    bytes_free(&fields);
}

/* ------------------------------------------------------------------ threads */

static bool is_idle(const struct ctf_leaf *name)
{
    return name->value >= 4 && memcmp(name->text, "idle", 4) == 0;
}

static void name_thread(struct ctf_reading *r, const struct ctf_bits *b, unsigned fields, uint32_t number,
                        const char *field, uint64_t priority)
{
    const struct ctf_leaf *name = ctf_leaf(b, fields, field);

    if (name != NULL && name->text != NULL) {
        bool idle = is_idle(name);

        foreign_thread(r->to, number, (const char *)name->text, (size_t)name->value, priority, idle);
    }
}

/* Linux' idle threads all have the number 0. */
static uint32_t linux_thread(struct ctf_reading *r, uint64_t tid, unsigned cpu)
{
    char name[32];

    if (tid != 0) {
        return (uint32_t)tid;
    }
    snprintf(name, sizeof name, "swapper/%u", cpu);
    foreign_thread(r->to, UINT32_C(0x80000000) + cpu, name, strlen(name), FOREIGN_NO_PRIORITY, true);
    return UINT32_C(0x80000000) + cpu;
}

void ctf_survey(struct ctf_reading *r, const struct ctf_event *e, const struct ctf_bits *b, unsigned fields,
                unsigned cpu)
{
    uint32_t thread = (uint32_t)ctf_value(b, fields, "thread_id");

    if (has_field(e->fields, "thread_id")) {
        const struct ctf_leaf *name = ctf_leaf(b, fields, "name");

        if (name != NULL && name->text != NULL && is_idle(name)) {
            ctf_idle(r->threads, thread);
        }
        name_thread(r, b, fields, thread, "name", FOREIGN_NO_PRIORITY);
    }
    switch (e->role) {
    case CTF_SWITCH:
        name_thread(r, b, fields, linux_thread(r, ctf_value(b, fields, "prev_tid"), cpu), "prev_comm",
                    ctf_value(b, fields, "prev_prio"));
        name_thread(r, b, fields, linux_thread(r, ctf_value(b, fields, "next_tid"), cpu), "next_comm",
                    ctf_value(b, fields, "next_prio"));
        foreign_ran_first(r->to, cpu, linux_thread(r, ctf_value(b, fields, "prev_tid"), cpu));
        break;
    case CTF_WAKE:
        name_thread(r, b, fields, (uint32_t)ctf_value(b, fields, "tid"), "comm",
                    ctf_value(b, fields, "prio"));
        break;
    case CTF_SWITCHED_IN:
        ctf_switched(r->threads, cpu, thread);
        break;
    case CTF_READY:
        ctf_woken(r->threads, thread);
        break;
    case CTF_YIELD:
        ctf_leaves(r->threads, cpu, CTF_YIELDS);
        break;
    case CTF_BLOCKS:
        if (e->is_blocking) {
            ctf_leaves(r->threads, cpu, CTF_WAITS);
        }
        break;
    case CTF_CREATE:
        ctf_created(r->threads, thread);
        break;
    case CTF_PENDING:
    case CTF_ABORT:
        ctf_told(r->threads, thread, e->role == CTF_ABORT ? CTF_ENDED : CTF_WAITS);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------ records */

/* Print the fields: "name=value …". */
static void print_fields(struct bytes *text, const struct ctf_bits *b, unsigned fields)
{
    const char *before = "";

    for (unsigned n = fields; n < b->count && text->used < 140; n++) {
        const struct ctf_leaf *leaf = &b->leaves[n];

        if (n > fields && strcmp(leaf->name, before) == 0) { /* the next element of an array */
            bytes_text(text, ",");
        } else {
            bytes_text(text, n > fields ? " " : "");
            put_name(text, leaf->name);
            bytes_text(text, "=");
        }
        before = leaf->name;
        if (leaf->text != NULL) {
            bytes_add(text, leaf->text, leaf->value < 100 ? (size_t)leaf->value : 100);
        } else if (leaf->type->kind == CTF_FLOAT && leaf->type->size == 32) {
            uint32_t bits = (uint32_t)leaf->value;
            float value;

            memcpy(&value, &bits, sizeof value);
            bytes_print(text, "%g", (double)value);
        } else if (leaf->type->kind == CTF_FLOAT && leaf->type->size == 64) {
            double value;

            memcpy(&value, &leaf->value, sizeof value);
            bytes_print(text, "%g", value);
        } else if (leaf->type->is_signed) {
            bytes_print(text, "%" PRId64, (int64_t)leaf->value);
        } else {
            bytes_print(text, leaf->type->is_hex ? "0x%" PRIx64 : "%" PRIu64, leaf->value);
        }
    }
}

static uint32_t linux_reason(uint64_t state)
{
    return (state & 0x30) != 0 ? CTF_ENDED : (state & 0xff) != 0 ? CTF_WAITS : CTF_LEFT_READY;
}

void ctf_put(struct ctf_reading *r, const struct ctf_event *e, const struct ctf_bits *b, unsigned fields,
             unsigned cpu, uint64_t time)
{
    uint32_t thread = (uint32_t)ctf_value(b, fields, "thread_id");
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    unsigned words = 0;

    switch (e->role) {
    case CTF_SWITCH:
        word[words++] = linux_reason(ctf_value(b, fields, "prev_state"));
        word[words++] = linux_thread(r, ctf_value(b, fields, "next_tid"), cpu);
        break;
    case CTF_WAKE:
        word[words++] = (uint32_t)ctf_value(b, fields, "target_cpu");
        word[words++] = (uint32_t)ctf_value(b, fields, "tid");
        break;
    case CTF_IRQ_ENTRY:
    case CTF_IRQ_EXIT:
        word[words++] = (uint32_t)ctf_value(b, fields, "irq");
        if (e->role == CTF_IRQ_ENTRY) {
            const struct ctf_leaf *name = ctf_leaf(b, fields, "name");

            foreign_name(r->to, SPOOR_WIRE_NAMED_IRQ, word[0],
                         name != NULL && name->text != NULL ? (const char *)name->text : "",
                         name != NULL && name->text != NULL ? (size_t)name->value : 0);
        }
        break;
    case CTF_SWITCHED_IN:
        word[words++] = ctf_reason(r->threads, cpu, thread);
        word[words++] = thread;
        break;
    case CTF_READY:
        word[words++] = 0;
        word[words++] = thread;
        break;
    case CTF_PENDING:
    case CTF_ABORT:
    case CTF_CREATE:
        word[words++] = thread;
        break;
    case CTF_PRIORITY:
        word[words++] = thread;
        word[words++] = (uint32_t)ctf_value(b, fields, "prio");
        break;
    case CTF_ISR_ENTER:
        word[words++] = 0; /* Zephyr doesn't tell which */
        foreign_name(r->to, SPOOR_WIRE_NAMED_IRQ, 0, "interrupt", 9);
        break;
    case CTF_ISR_EXIT:
    case CTF_YIELD:
        break;
    case CTF_CALL:
    case CTF_RETURN:
        word[0] = (uint32_t)ctf_value(b, fields, "addr");
        foreign_record(r->to, cpu, time, e->role == CTF_CALL ? FOREIGN_ENTER : FOREIGN_LEAVE, word, 1);
        return;
    case CTF_BLOCKS:
        word[words++] = (uint32_t)ctf_value(b, fields, e->object_field);
        word[words++] = e->object;
        break;
    default:
        if (e->as_text) {
            struct bytes text = {0};

            print_fields(&text, b, fields);
            foreign_data(r->to, cpu, time, e->event, text.used > 0 ? text.data : (const uint8_t *)"",
                         text.used);
            bytes_free(&text);
            return;
        }
        for (unsigned n = fields; n < b->count && words < SPOOR_WIRE_WORDS_MAX; n++) {
            word[words++] = (uint32_t)b->leaves[n].value;
        }
        break;
    }
    foreign_record(r->to, cpu, time, e->event, word, words);
}
