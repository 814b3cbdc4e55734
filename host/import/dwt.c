/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A capture of a Cortex-M's SWO pin as a profile: the program counter that the DWT samples, under the
 * interrupt that the DWT reported last (Armv7-M ARM, D4.3). It costs the target nothing. Raw packets, or
 * TPIU frames with source 1.
 */
#include <stdlib.h>
#include <string.h>
#include <base/path.h>
#include <elf/program.h>
#include <import/import.h>
#include <import/swo.h>

#define NESTING      16
#define PROBED       65536
#define UNSIZED_MOST 4096 /* code in assembly may have no size */
#define FIRST_IRQ    16   /* number of the exception of interrupt 0 */
#define ASLEEP       0
#define PROHIBITED   0xFF

enum { ENTERS = 1, EXITS = 2, RETURNS = 3 };

struct dwt {
    struct profile *p;
    struct program *program; /* NULL while probing */
    uint64_t samples, watched;
    uint32_t exceptions[NESTING]; /* the innermost is last */
    unsigned depth;
};

/* ------------------------------------------------------------------ the tree */

static uint32_t named(struct profile *p, enum profile_kind kind, uint64_t key, const char *name)
{
    uint32_t frame = profile_frame_of(p, kind, key);

    if (frame != PROFILE_NONE && p->frames[frame].name == NULL) {
        p->frames[frame].name = profile_keep(p, name, strlen(name));
    }
    return frame;
}

static uint32_t frame_of_exception(struct profile *p, uint32_t exception)
{
    static const char *const core[FIRST_IRQ] = {
        [1] = "Reset",         [2] = "NMI",        [3] = "HardFault",   [4] = "MemManage",
        [5] = "BusFault",      [6] = "UsageFault", [7] = "SecureFault", [11] = "SVCall",
        [12] = "DebugMonitor", [14] = "PendSV",    [15] = "SysTick"};
    char text[32];

    if (exception < FIRST_IRQ && core[exception] != NULL) {
        return named(p, PROFILE_IRQ, exception, core[exception]);
    }
    snprintf(text, sizeof text, exception < FIRST_IRQ ? "exception %u" : "irq %u",
             exception < FIRST_IRQ ? exception : exception - FIRST_IRQ);
    return named(p, PROFILE_IRQ, exception, text);
}

static uint32_t frame_of_pc(struct dwt *d, uint32_t pc)
{
    const struct program_function *f = program_before(d->program, pc);
    char text[32];

    if (f == NULL || pc - f->address >= (f->size != 0 ? f->size : UNSIZED_MOST)) {
        snprintf(text, sizeof text, "0x%x", (unsigned)pc);
        return named(d->p, PROFILE_FUNCTION, pc, text);
    }
    uint32_t frame = named(d->p, PROFILE_FUNCTION, f->address, f->name);

    if (frame != PROFILE_NONE && d->p->frames[frame].size == 0) {
        d->p->frames[frame].size = f->size;
        import_place(d->p, frame, d->program, f);
    }
    return frame;
}

/* @return the node of the innermost interrupt, or the root */
static uint32_t node_now(struct dwt *d)
{
    if (d->depth == 0) {
        return PROFILE_ROOT;
    }
    uint32_t frame = frame_of_exception(d->p, d->exceptions[d->depth - 1]);

    return frame != PROFILE_NONE ? profile_child(d->p, PROFILE_ROOT, frame) : PROFILE_ROOT;
}

/* ------------------------------------------------------------------ packets */

static void take_sample(struct dwt *d, uint32_t pc, unsigned n)
{
    d->samples++;
    if (d->program == NULL) {
        return;
    }
    uint32_t frame = n == 4 ? frame_of_pc(d, pc)
                     : pc == PROHIBITED
                         ? named(d->p, PROFILE_FUNCTION, UINT64_MAX - 1, "(sampling prohibited)")
                         : named(d->p, PROFILE_FUNCTION, UINT64_MAX, "(asleep)");
    uint32_t node = frame != PROFILE_NONE ? profile_child(d->p, node_now(d), frame) : PROFILE_ROOT;

    if (!d->p->failed) {
        d->p->nodes[node].self++;
    }
}

static void take_exception(struct dwt *d, uint32_t value)
{
    uint32_t exception = value & 0x1FF;

    switch (value >> 12 & 3) {
    case ENTERS:
        if (d->depth < NESTING) {
            d->exceptions[d->depth++] = exception;
        }
        if (d->program != NULL) {
            uint32_t node = node_now(d);

            if (!d->p->failed) {
                d->p->nodes[node].calls++;
            }
        }
        break;
    case EXITS:
        d->depth -= d->depth > 0;
        break;
    case RETURNS: /* to this one, also if an exit was lost; 0 is a thread */
        while (d->depth > 0 && d->exceptions[d->depth - 1] != exception) {
            d->depth--;
        }
        break;
    default:
        break;
    }
}

static void take_packet(void *arg, unsigned kind, uint32_t value, unsigned n)
{
    struct dwt *d = arg;

    if (n == 0) {
        d->depth = 0; /* what was lost may have been an exit */
    } else if (kind == DWT_PC && (n == 4 || n == 1)) {
        take_sample(d, value, n);
    } else if (kind == DWT_EXCEPTION && n == 2) {
        take_exception(d, value);
    } else {
        d->watched += kind >= 8;
    }
}

/* ------------------------------------------------------------------ the file */

static void to_nowhere(void *arg, const uint8_t *bytes, size_t n)
{
    (void)arg;
    (void)bytes;
    (void)n;
}

static void to_itm(void *arg, const uint8_t *bytes, size_t n)
{
    itm_read(arg, bytes, n);
}

/* Read a capture in one of both forms. @return its counts */
static struct itm_counts read_as(struct dwt *d, const uint8_t *bytes, size_t size, bool is_framed)
{
    struct itm m = {.port = ITM_PORTS, .take = to_nowhere, .hardware = take_packet, .arg = d};
    struct tpiu t = {.id = 1, .take = to_itm, .arg = &m};

    if (is_framed) {
        tpiu_read(&t, bytes, size);
    } else {
        itm_read(&m, bytes, size);
    }
    return m.counts;
}

/* A capture has samples, and nothing that isn't a packet but the rest of one that was cut off. */
static bool is_capture(const uint8_t *bytes, size_t size, bool is_framed)
{
    struct dwt d = {.p = NULL};
    struct itm_counts c = read_as(&d, bytes, size < PROBED ? size : PROBED, is_framed);

    return d.samples > 0 && c.syncs > 0 && c.bad <= 8;
}

static bool dwt_probe(const uint8_t *bytes, size_t size)
{
    return is_capture(bytes, size, false) || is_capture(bytes, size, true);
}

static bool dwt_load(struct profile *p, struct import_file *file)
{
    struct dwt d = {.p = p};

    if (file->program == NULL) {
        return import_refuse(file, "needs --elf, because it contains only addresses");
    }
    d.program = program_open(file->program, file->report);
    if (d.program == NULL) {
        return import_refuse(file, "%s can't be read", file->program);
    }
    import_module(p, path_name(file->program), d.program);
    p->has = PROFILE_TREE | PROFILE_CALLS | PROFILE_ADDRESSES;
    snprintf(p->unit, sizeof p->unit, "samples");
    struct itm_counts c = read_as(&d, file->bytes, file->size, !is_capture(file->bytes, file->size, false));

    if (c.overflows != 0) {
        message_say(file->report, file->name,
                    "%llu overflows of the ITM: samples and interrupts were lost; sample less often",
                    (unsigned long long)c.overflows);
    }
    if (d.watched != 0) {
        message_say(file->report, file->name, "without %llu packets of watched data",
                    (unsigned long long)d.watched);
    }
    program_close(d.program);
    return true;
}

static const struct importer dwt_importer = {
    .name = "SWO",
    .summary = "a capture of SWO with samples of the program counter; with --elf",
    .order = 8,
    .probe = dwt_probe,
    .load = dwt_load,
};
SPOOR_IMPORTER(dwt);
