/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of writers; names, files, and events as Linux has them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <export/export.h>

/* By the linker: the bounds of the section that SPOOR_EXPORTER() fills. */
extern const struct exporter *const __start_spoor_exporters[], *const __stop_spoor_exporters[];

const struct exporter *export_nth(unsigned n)
{
    return n < (size_t)(__stop_spoor_exporters - __start_spoor_exporters) ? __start_spoor_exporters[n] : NULL;
}

const struct exporter *export_find(const char *name)
{
    const struct exporter *x;

    for (unsigned n = 0; (x = export_nth(n)) != NULL; n++) {
        if (strcmp(x->name, name) == 0) {
            return x;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ names */

/* Four buffers in turn, so that a line may hold several names. */
static char *buffer(void)
{
    static char buffers[4][256];
    static unsigned n;

    return buffers[n++ % 4];
}

const char *export_thread(const struct export *e, uint32_t thread)
{
    const struct spoor_thread *t = spoor_thread(e->reader, thread);

    if (t != NULL && t->name[0] != 0) {
        return t->name;
    }
    char *text = buffer();

    snprintf(text, 256, "thread %u", thread);
    return text;
}

uint32_t export_tid(const struct export *e, uint32_t thread)
{
    return spoor_is_idle(e->reader, thread) ? 0 : e->place * EXPORT_PLACE + thread;
}

uint32_t export_priority(const struct export *e, uint32_t thread)
{
    const struct spoor_thread *t = spoor_thread(e->reader, thread);

    return t != NULL ? t->priority : 0;
}

const char *export_irq_unnamed(uint32_t line)
{
    char *text = buffer();

    snprintf(text, 256, "irq %u", line);
    return text;
}

const char *export_irq(const struct export *e, uint32_t line)
{
    const char *name = spoor_named(e->reader, SPOOR_WIRE_NAMED_IRQ, line);

    return name != NULL ? name : export_irq_unnamed(line);
}

const char *export_function(const struct export *e, uint32_t address)
{
    uint32_t offset;
    const char *symbol = spoor_elf_symbol(e->elf, address & ~UINT32_C(1), &offset);

    if (symbol != NULL && offset == 0) {
        return symbol;
    }
    char *text = buffer();

    if (symbol != NULL) {
        snprintf(text, 256, "%.200s+0x%x", symbol, offset);
    } else {
        snprintf(text, 256, "0x%08x", address & ~UINT32_C(1));
    }
    return text;
}

const char *export_object(const struct export *e, uint32_t address)
{
    const char *name = spoor_named(e->reader, SPOOR_WIRE_NAMED_OBJECT, address);

    return name != NULL ? name : export_function(e, address);
}

void export_frame(struct out *o, const char *name)
{
    for (; *name != 0; name++) {
        out_char(o, *name == ';' || *name == '\n' ? ':' : *name);
    }
}

/* ------------------------------------------------------------------ files */

FILE *export_open(struct export *e, const char *name)
{
    char path[4096];
    FILE *f = NULL;

    if (snprintf(path, sizeof path, "%s/%s", e->folder, name) < (int)sizeof path) {
        f = fopen(path, "wb+");
    }
    if (f == NULL && e->error == 0) {
        e->error = errno != 0 ? errno : ENAMETOOLONG;
    }
    return f;
}

void export_write(struct export *e, FILE *f, struct bytes *b)
{
    if (b->failed && e->error == 0) {
        e->error = ENOMEM;
    }
    if (f != NULL && b->used != 0 && fwrite(b->data, 1, b->used, f) != b->used && e->error == 0) {
        e->error = errno;
    }
    b->used = 0;
}

void export_flush(struct export *e, struct bytes *b)
{
    if (b->failed && e->error == 0) {
        e->error = ENOMEM;
    }
    out_bytes(e->out, (const char *)b->data, b->used);
    b->used = 0;
}

/* ------------------------------------------------------------------ Linux */

static uint32_t linux_state(uint32_t left)
{
    return left == SPOOR_WIRE_LEFT_PREEMPTED || left == SPOOR_WIRE_LEFT_YIELD ? LINUX_RUNNING
           : left == SPOOR_WIRE_LEFT_EXITED                                   ? LINUX_DEAD
                                                                              : LINUX_SLEEPING;
}

struct linux_event export_linux(const struct export *e, const struct spoor_item *item,
                                const struct spoor_id *id)
{
    const struct follow *f = intervals_follow(e->intervals);
    const struct follow_cpu *cpu = &f->cpu[item->cpu];
    struct linux_event l = {.thread = cpu->known ? cpu->thread : FOLLOW_NOBODY,
                            .known = cpu->known,
                            .in_irq = cpu->irq_depth != 0};
    const struct follow_thread *t;

    switch (id->role) {
    case SPOOR_WIRE_ROLE_SWITCH:
        l.kind = LINUX_SWITCH;
        l.state = linux_state(spoor_value(&id->fields[0], item->word));
        l.other = spoor_value(&id->fields[1], item->word);
        break;
    case SPOOR_WIRE_ROLE_WAKE:
        l.kind = LINUX_WAKING;
        l.other = spoor_value(&id->fields[1], item->word);
        t = follow_thread(f, l.other);
        l.target = t != NULL ? t->cpu : item->cpu;
        break;
    case SPOOR_WIRE_ROLE_IRQ_ENTER:
        l.kind = LINUX_IRQ_ENTRY;
        l.line = spoor_value(&id->fields[0], item->word);
        break;
    case SPOOR_WIRE_ROLE_IRQ_EXIT:
        l.kind = LINUX_IRQ_EXIT;
        l.line = cpu->irq_depth != 0 ? cpu->irq_line[cpu->irq_depth - 1] : 0;
        break;
    default:
        break;
    }
    return l;
}
