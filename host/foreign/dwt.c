/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A capture of a Cortex-M's SWO pin as a recording: the program counters that the DWT samples, the exceptions
 * that it reports, and the accesses to data that it watches (Armv7-M ARM, D4.3). They cost the target
 * nothing. Raw packets, or TPIU frames with source 1.
 *
 * A local timestamp follows the packets whose time it tells. Without timestamps all times are 0.
 */
#include <string.h>
#include <base/bytes.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>
#include <foreign/swo.h>

#define NESTING     16
#define FIRST_IRQ   16 /* number of the exception of interrupt 0 */
#define PROHIBITED  0xFF
#define WAITING     512 /* packets before a timestamp */
#define COMPARATORS 4

/* Addresses that no code has, for samples without one. */
#define AT_SLEEP      0xFFFFFFF0u
#define AT_PROHIBITED 0xFFFFFFF4u

enum { ENTERS = 1, EXITS = 2, RETURNS = 3 };

struct waiting {
    uint8_t kind, n;
    uint32_t value;
};

struct dwt {
    struct foreign *to; /* NULL while probing */
    uint64_t time;
    bool timed; /* there are timestamps */
    struct waiting waiting[WAITING];
    unsigned waiting_count;
    uint32_t exceptions[NESTING]; /* the innermost is last */
    unsigned depth;
    struct bytes line; /* of port 0 */
    uint64_t overflows;
    unsigned pc, enter, leave, counters, text, watch[COMPARATORS][4];
};

/* ------------------------------------------------------------------ events */

static void describe(struct dwt *d)
{
    static const char *const kinds[4] = {"pc", "address", "", "read"};
    static const char *const fields[4] = {"pc:ptr", "offset:x32", "value:i32", "value:i32"};

    d->pc = foreign_event(d->to, "pc_sample", "pc:ptr,level/4+thread:thread,late",
                          SPOOR_WIRE_ROLE_SAMPLE << SPOOR_WIRE_ROLE_SHIFT);
    d->enter = foreign_event(d->to, "exception_enter", "exception:irq",
                             SPOOR_WIRE_ROLE_IRQ_ENTER << SPOOR_WIRE_ROLE_SHIFT);
    d->leave = foreign_event(d->to, "exception_exit", "exception:irq",
                             SPOOR_WIRE_ROLE_IRQ_EXIT << SPOOR_WIRE_ROLE_SHIFT);
    d->counters = foreign_event(d->to, "counter_wraps",
                                "cpi:no|yes/1+exception:no|yes/1+sleep:no|yes/1+load_store:no|yes/1+"
                                "folded:no|yes/1+cycles:no|yes/27",
                                0);
    d->text = foreign_event(d->to, "text", "text:str", FOREIGN_DATA);
    for (unsigned n = 0; n < COMPARATORS; n++) {
        for (unsigned k = 0; k < 4; k++) {
            char name[32];

            snprintf(name, sizeof name, "watch%u%s%s", n, kinds[k][0] != 0 ? "_" : "", kinds[k]);
            d->watch[n][k] = foreign_event(d->to, name, fields[k], k == 2 ? FOREIGN_COUNTER : 0);
        }
    }
    foreign_symbol(d->to, "(asleep)", 8, AT_SLEEP, 2);
    foreign_symbol(d->to, "(sampling prohibited)", 21, AT_PROHIBITED, 2);
}

static void name_exception(struct dwt *d, uint32_t exception)
{
    static const char *const core[FIRST_IRQ] = {
        [1] = "Reset",         [2] = "NMI",        [3] = "HardFault",   [4] = "MemManage",
        [5] = "BusFault",      [6] = "UsageFault", [7] = "SecureFault", [11] = "SVCall",
        [12] = "DebugMonitor", [14] = "PendSV",    [15] = "SysTick"};
    char text[32];

    if (exception < FIRST_IRQ && core[exception] != NULL) {
        snprintf(text, sizeof text, "%s", core[exception]);
    } else {
        snprintf(text, sizeof text, exception < FIRST_IRQ ? "exception %u" : "irq %u",
                 exception < FIRST_IRQ ? exception : exception - FIRST_IRQ);
    }
    foreign_name(d->to, SPOOR_WIRE_NAMED_IRQ, exception, text, strlen(text));
}

/* ------------------------------------------------------------------ records */

static void put(struct dwt *d, unsigned event, uint32_t word)
{
    foreign_record(d->to, 0, d->time, event, &word, 1);
}

static void put_sample(struct dwt *d, const struct waiting *w)
{
    uint32_t at = w->n == 4 ? w->value : w->value == PROHIBITED ? AT_PROHIBITED : AT_SLEEP;

    foreign_record(d->to, 0, d->time, d->pc, (uint32_t[]){at, d->depth, 0}, 3);
}

static void leave_to(struct dwt *d, unsigned depth)
{
    while (d->depth > depth) {
        put(d, d->leave, d->exceptions[--d->depth]);
    }
}

static void put_exception(struct dwt *d, uint32_t value)
{
    uint32_t exception = value & 0x1FF;
    unsigned depth = d->depth;

    switch (value >> 12 & 3) {
    case ENTERS:
        if (d->depth < NESTING - 1) {
            d->exceptions[d->depth++] = exception;
            name_exception(d, exception);
            put(d, d->enter, exception);
        }
        break;
    case EXITS:
        leave_to(d, depth - (depth > 0));
        break;
    case RETURNS: /* to this one, also if an exit was lost; 0 is a thread */
        while (depth > 0 && d->exceptions[depth - 1] != exception) {
            depth--;
        }
        leave_to(d, depth);
        break;
    default:
        break;
    }
}

static void put_line(struct dwt *d)
{
    if (d->line.used > 0 && !d->line.failed) {
        foreign_data(d->to, 0, d->time, d->text, d->line.data, d->line.used);
    }
    d->line.used = 0;
}

static void put_packet(struct dwt *d, const struct waiting *w)
{
    unsigned comparator = (w->kind >> 1) & 3;

    if (w->n == 0) {
        d->overflows++;
        foreign_loss(d->to, 0, d->time, d->time, 1);
        leave_to(d, 0); /* what was lost may have been an exit */
    } else if (w->kind == DWT_PC) {
        put_sample(d, w);
    } else if (w->kind == DWT_EXCEPTION && w->n == 2) {
        put_exception(d, w->value);
    } else if (w->kind == DWT_COUNTERS) {
        put(d, d->counters, w->value & 0x3F);
    } else if (w->kind >= DWT_DATA && w->kind < DWT_DATA + 8) {
        put(d, d->watch[comparator][w->kind & 1], w->value);
    } else if (w->kind >= DWT_DATA + 8 && w->kind < DWT_KINDS) {
        put(d, d->watch[comparator][(w->kind & 1) != 0 ? 2 : 3], w->value);
    }
}

static void flush(struct dwt *d)
{
    for (unsigned n = 0; n < d->waiting_count; n++) {
        put_packet(d, &d->waiting[n]);
    }
    d->waiting_count = 0;
}

/* ------------------------------------------------------------------ packets */

static void take_packet(void *arg, unsigned kind, uint32_t value, unsigned n)
{
    struct dwt *d = arg;

    if (d->to == NULL) {
        return;
    }
    if (d->waiting_count == WAITING) {
        flush(d);
    }
    d->waiting[d->waiting_count++] = (struct waiting){(uint8_t)kind, (uint8_t)n, value};
}

static void take_time(void *arg, uint32_t cycles)
{
    struct dwt *d = arg;

    d->timed = true;
    d->time += cycles;
    if (d->to != NULL) {
        flush(d);
    }
}

static void take_text(void *arg, const uint8_t *bytes, size_t n)
{
    struct dwt *d = arg;

    for (size_t k = 0; d->to != NULL && k < n; k++) {
        if (bytes[k] == '\n' || d->line.used >= 140) {
            flush(d);
            put_line(d);
        }
        if (bytes[k] >= ' ') {
            bytes_u8(&d->line, bytes[k]);
        }
    }
}

/* ------------------------------------------------------------------ the file */

static void to_itm(void *arg, const uint8_t *bytes, size_t n)
{
    itm_read(arg, bytes, n);
}

/* Read a capture in one of both forms. @return its counts */
static struct itm_counts read_as(struct dwt *d, const uint8_t *bytes, size_t size, bool is_framed)
{
    struct itm m = {.take = take_text, .hardware = take_packet, .time = take_time, .arg = d};
    struct tpiu t = {.id = 1, .take = to_itm, .arg = &m};

    if (is_framed) {
        tpiu_read(&t, bytes, size);
    } else {
        itm_read(&m, bytes, size);
    }
    return m.counts;
}

/* A capture has packets of the DWT, and nothing that isn't a packet but the rest of one that was cut off. */
static bool is_capture(const uint8_t *bytes, size_t size, bool is_framed, bool *timed)
{
    struct dwt d = {.to = NULL};
    struct itm_counts c = read_as(&d, bytes, size < FOREIGN_PROBED ? size : FOREIGN_PROBED, is_framed);

    *timed = d.timed;
    return c.hardware > 0 && c.syncs > 0 && c.bad <= 8;
}

static bool dwt_probe(const uint8_t *bytes, size_t size)
{
    bool timed;

    return is_capture(bytes, size, false, &timed) || is_capture(bytes, size, true, &timed);
}

static bool dwt_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct dwt d = {.to = f};
    bool timed, is_framed = !is_capture(bytes, size, false, &timed);

    if (is_framed) {
        (void)is_capture(bytes, size, true, &timed);
    }
    if (!timed) {
        foreign_note(f, "no timestamps (bit 1 of ITM_TCR): only numbers are known, all times are 0");
        foreign_rate(f, 1000000000);
    } else if (!foreign_has_rate(f)) {
        return foreign_refuse(
            f, "the rate of its timestamps isn't in the file: give the CPU's clock by --rate HZ");
    }
    describe(&d);
    struct itm_counts c = read_as(&d, bytes, size, is_framed);

    flush(&d);
    put_line(&d);
    bytes_free(&d.line);
    if (d.overflows != 0) {
        foreign_note(f, "%llu overflows of the ITM: packets were lost; sample less often",
                     (unsigned long long)d.overflows);
    }
    for (unsigned port = 1; port < ITM_PORTS; port++) {
        if (c.ports[port] != 0) {
            foreign_note(f, "without %llu bytes of port %u: `spoor swo --port %u` extracts them",
                         (unsigned long long)c.ports[port], port, port);
        }
    }
    return true;
}

static const struct foreign_format dwt_format = {
    .name = "SWO",
    .summary = "a capture of the pin SWO, with packets of the DWT; with --elf",
    .order = 8,
    .needs_code = true,
    .probe = dwt_probe,
    .read = dwt_read,
};
SPOOR_FOREIGN(dwt);
