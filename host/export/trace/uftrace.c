/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * uftrace's folder, version 4: a file for each thread, with a record of 16 bytes for each function entered or
 * left; the tasks, the program's map and its symbols as text. Functions in interrupts belong to separate
 * tasks, numbered 900000 plus the line plus 1024 per CPU; otherwise they would appear to be called by the
 * interrupted function. Times are wall time.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <export/trace/exporter.h>

#define MAGIC     5u
#define MAX_STACK 1024u
#define IRQ_TASK  900000u
#define TASKS_MAX 4096
#define SESSION   "0123456789abcdef"
#define PIECE     4096

enum { TYPE_ENTRY = 0, TYPE_EXIT = 1, TYPE_LOST = 2 };
enum { FEATURE_SESSION = 1 << 1, FEATURE_REL_ADDRESS = 1 << 5, FEATURE_MAX_STACK = 1 << 6 };
enum { INFO_EXE = 1 << 0, INFO_CMDLINE = 1 << 3, INFO_TASKS = 1 << 7 };

struct task {
    uint32_t tid;
    bool in_irq;
    uint64_t first; /* in ns */
    struct bytes records;
    bool written;      /* its file exists */
    struct bytes open; /* addresses of the open functions */
};

struct uftrace {
    struct task *tasks;
    unsigned count;
    struct hash by_tid;
};

static void put_file(struct trace_export *e, const char *name, struct bytes *b)
{
    FILE *f = export_open(&e->to, name);

    export_write(&e->to, f, b);
    if (f != NULL && fclose(f) != 0 && e->to.error == 0) {
        e->to.error = errno;
    }
}

/* Append the records of a task to its file. */
static void write_task(struct trace_export *e, struct task *t)
{
    char name[32];
    char path[4096];

    snprintf(name, sizeof name, "%u.dat", t->tid);
    if (snprintf(path, sizeof path, "%s/%s", e->to.path, name) >= (int)sizeof path) {
        e->to.error = ENAMETOOLONG;
        return;
    }
    FILE *f = fopen(path, t->written ? "ab" : "wb");

    if (f == NULL) {
        e->to.error = errno;
        return;
    }
    t->written = true;
    export_write(&e->to, f, &t->records);
    if (fclose(f) != 0 && e->to.error == 0) {
        e->to.error = errno;
    }
}

static struct task *task_of(struct trace_export *e, uint32_t tid, uint64_t ns)
{
    struct uftrace *u = e->to.state;
    uint32_t n = hash_find_key(&u->by_tid, tid);

    if (n != HASH_NONE) {
        return &u->tasks[n];
    }
    if (u->tasks == NULL) {
        u->tasks = calloc(TASKS_MAX, sizeof *u->tasks);
    }
    if (u->tasks == NULL || u->count == TASKS_MAX || !hash_add(&u->by_tid, tid, u->count)) {
        e->to.error = ENOMEM;
        return NULL;
    }
    u->tasks[u->count] = (struct task){.tid = tid, .first = ns};
    return &u->tasks[u->count++];
}

static void put_record(struct trace_export *e, struct task *t, uint64_t time, unsigned type, unsigned depth,
                       uint64_t address)
{
    bytes_u64(&t->records, export_ns(e, time));
    bytes_u64(&t->records, type | MAGIC << 3 | (uint64_t)(depth & 1023) << 6 | address << 16);
    if (t->records.used >= PIECE) {
        write_task(e, t);
    }
}

/* End all open calls, at a loss or at the end. */
static void end_calls(struct trace_export *e, struct task *t, uint64_t time)
{
    while (t->open.used != 0) {
        uint32_t address;

        t->open.used -= sizeof address;
        memcpy(&address, t->open.data + t->open.used, sizeof address);
        put_record(e, t, time, TYPE_EXIT, (unsigned)(t->open.used / sizeof address), address);
    }
}

static void uftrace_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    const struct follow *f = intervals_follow(e->intervals);
    const struct follow_cpu *cpu = &f->cpu[item->cpu];
    struct uftrace *u = e->to.state;
    unsigned depth = follow_depth(f, item->cpu);

    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED) {
        for (unsigned n = 0; n < u->count; n++) {
            end_calls(e, &u->tasks[n], item->time);
            put_record(e, &u->tasks[n], item->time, TYPE_LOST, 0, item->count);
        }
    }
    if (item->kind != SPOOR_RECORD || (id->class != SPOOR_ENTER && id->class != SPOOR_LEAVE) ||
        (!cpu->known && cpu->irq_depth == 0)) {
        return;
    }
    uint32_t tid = cpu->irq_depth != 0
                       ? IRQ_TASK + export_irq_task(item->cpu, cpu->irq_line[cpu->irq_depth - 1])
                       : cpu->thread;
    uint32_t address = item->word[0] & ~UINT32_C(1);

    struct task *t = task_of(e, tid, export_ns(e, item->time));

    if (t == NULL) {
        return;
    }
    t->in_irq = cpu->irq_depth != 0;
    if (id->class == SPOOR_ENTER) {
        put_record(e, t, item->time, TYPE_ENTRY, depth, address);
        bytes_add(&t->open, &address, sizeof address);
    } else if (depth > 0) {
        put_record(e, t, item->time, TYPE_EXIT, depth - 1, address);
        t->open.used -= t->open.used != 0 ? sizeof address : 0;
    }
}

/* ------------------------------------------------------------------ the other files */

static void write_info(struct trace_export *e)
{
    const struct uftrace *u = e->to.state;
    struct bytes b = {0};

    bytes_add(&b, "Ftrace!", 8);
    bytes_u32(&b, 4);
    bytes_u16(&b, 40);
    bytes_u8(&b, 1); /* little-endian, 64 bits: the format of the reader's machine */
    bytes_u8(&b, 2);
    bytes_u64(&b, FEATURE_SESSION | FEATURE_REL_ADDRESS | FEATURE_MAX_STACK);
    bytes_u64(&b, INFO_EXE | INFO_CMDLINE | INFO_TASKS);
    bytes_u16(&b, MAX_STACK);
    bytes_zeros(&b, 6);
    bytes_print(&b, "exename:/program\ncmdline:spoor\ntaskinfo:lines=2\ntaskinfo:nr_tid=%u\ntaskinfo:tids=",
                u->count);
    for (unsigned n = 0; n < u->count; n++) {
        bytes_print(&b, n != 0 ? ",%u" : "%u", u->tasks[n].tid);
    }
    bytes_u8(&b, '\n');
    put_file(e, "info", &b);
    bytes_free(&b);
}

/* Write the name of a task: uftrace takes the last part of a quoted path. */
static void put_task_name(struct bytes *b, const char *name)
{
    for (; *name != 0; name++) {
        bytes_u8(b, *name == '/' || *name == '"' || (uint8_t)*name < ' ' ? '_' : (uint8_t)*name);
    }
}

/* Write each task as a process: threads of one process would share one name. */
static void write_tasks(struct trace_export *e)
{
    const struct uftrace *u = e->to.state;
    struct bytes b = {0};
    uint64_t first = UINT64_MAX;

    for (unsigned n = 0; n < u->count; n++) {
        first = u->tasks[n].first < first ? u->tasks[n].first : first;
    }
    for (unsigned n = 0; n < u->count; n++) {
        uint32_t tid = u->tasks[n].tid;

        bytes_print(&b, "SESS timestamp=%" PRIu64 ".%09" PRIu64 " pid=%u sid=%s exename=\"/",
                    first / 1000000000, first % 1000000000, tid, SESSION);
        put_task_name(&b, u->tasks[n].in_irq ? export_irq(e, (tid - IRQ_TASK) % FOLLOW_LINES)
                                             : export_thread(e, tid));
        bytes_print(&b, "\"\nTASK timestamp=%" PRIu64 ".%09" PRIu64 " tid=%u pid=%u\n", first / 1000000000,
                    first % 1000000000, tid, tid);
    }
    put_file(e, "task.txt", &b);
    /* Without a stack, uftrace treats all addresses as kernel addresses. */
    bytes_print(&b, "00000000-ffffffff r-xp 00000000 00:00 0 /program\n"
                    "7ffc00000000-7ffc00100000 rw-p 00000000 00:00 0 [stack]\n");
    put_file(e, "sid-" SESSION ".map", &b);
    bytes_free(&b);
}

static void write_symbols(struct trace_export *e)
{
    struct bytes b = {0};
    struct spoor_symbol s;

    bytes_print(&b, "# path name: /program\n");
    for (size_t n = 0; spoor_elf_symbol_nth(e->elf, n, &s); n++) {
        if (s.function) {
            bytes_print(&b, "%016x T %s\n", s.address, s.name);
        }
    }
    bytes_print(&b, "00000000ffffffff ? __sym_end\n");
    put_file(e, "program.sym", &b);
    bytes_free(&b);
}

static void uftrace_end(struct trace_export *e)
{
    struct uftrace *u = e->to.state;

    if (u->count == 0) {
        e->to.refusal =
            "no function calls: build with CONFIG_TRACE_FUNCTION=1, then `trace_stream on function` "
            "on the target";
        return;
    }
    for (unsigned n = 0; n < u->count; n++) {
        end_calls(e, &u->tasks[n], e->end);
        write_task(e, &u->tasks[n]);
    }
    write_info(e);
    write_tasks(e);
    write_symbols(e);
}

static void uftrace_free(struct trace_export *e)
{
    struct uftrace *u = e->to.state;

    for (unsigned n = 0; n < u->count; n++) {
        bytes_free(&u->tasks[n].records);
        bytes_free(&u->tasks[n].open);
    }
    free(u->tasks);
    hash_free(&u->by_tid);
}

static const struct trace_exporter uftrace_exporter = {
    .format = {"uftrace", "uftrace's folder of function calls: uftrace report, graph, replay, tui",
               EXPORT_FOLDER},
    .state_bytes = sizeof(struct uftrace),
    .item = uftrace_item,
    .end = uftrace_end,
    .free = uftrace_free,
};
SPOOR_TRACE_EXPORTER(uftrace);
