/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events: timed records in a ring per CPU.
 *
 *     TRACE_EVENT_DEF(adc, TRACE_USER, "channel", "value:i32");
 *     trace_event(adc, channel, value);
 *
 *     TRACE_RANGE_DEF(upload, TRACE_USER);            trace_range_begin(upload); … trace_range_end(upload);
 *     TRACE_COUNTER_DEF(queue_depth, TRACE_USER);     trace_counter(queue_depth, n);
 *     TRACE_DATA_DEF(message, TRACE_USER, "text:str"); trace_data(message, text, bytes);
 *
 * An event records when its service is started (service.h) and the event itself is on. When it is off, it
 * costs a load and a test. Names, fields and their formats are in descriptors that only the host reads. A
 * field is "name" or "name:format", one word each. Formats are u32 (the default), i32, x32, ptr (shown by its
 * symbol), thread, time (cycles), and for data str and hex; or the names of the values from 0, as in
 * "side:get|put". A word may hold several fields, the lowest bits first: "side:get|put/1+by:thread"; all but
 * the last give their number of bits after a slash.
 */
#ifndef SPOOR_EVENT_H
#define SPOOR_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/util/array_spread.h>
#include <spoor/util/location.h>
#include <spoor/wire.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Services: events that are started and stopped together. X(NAME, "name"): TRACE_NAME is the bit in a mask of
 * services, "name" is its name in the shell and on the host. The order is part of the wire format.
 */
#define TRACE_SERVICE_LIST(X)                                                                                \
    X(SWITCH, "switch")       /* thread switches, and which thread woke which */                             \
    X(IRQ, "irq")             /* interrupts entered and left */                                              \
    X(TICK, "tick")           /* the kernel's tick */                                                        \
    X(IPC, "ipc")             /* send, receive, reply */                                                     \
    X(IPC_SHORT, "ipc_short") /* the short path taken */                                                     \
    X(SYNC, "sync")           /* mutex, semaphore, queue: waits and hand-overs */                            \
    X(THREAD, "thread")       /* threads created, ended, given another priority */                           \
    X(TIMER, "timer")         /* timers that expire */                                                       \
    X(FAULT, "fault")         /* faults and panics */                                                        \
    X(MEMORY, "memory")       /* malloc and free */                                                          \
    X(FUNCTION, "function")   /* functions entered and left */                                               \
    X(USER, "user")           /* the application's events, and points and blocks that record */              \
    X(SYNC_ALL, "sync_all")   /* mutex, semaphore, queue: each get and put, those that don't wait too */     \
    X(SAMPLE, "sample")       /* where each CPU is, at times of a timer (sample.h) */

#define TRACE_SERVICE_NUMBER(name_, text) TRACE_##name_##_NUMBER,
#define TRACE_SERVICE_BIT(name_, text)    TRACE_##name_ = 1 << TRACE_##name_##_NUMBER,

enum trace_service_number { TRACE_SERVICE_LIST(TRACE_SERVICE_NUMBER) TRACE_SERVICE_COUNT };
enum trace_service {
    TRACE_SERVICE_LIST(TRACE_SERVICE_BIT) TRACE_SERVICES_ALL = (1 << TRACE_SERVICE_COUNT) - 1,
    TRACE_SERVICES_USUAL = TRACE_SERVICES_ALL & ~TRACE_SYNC_ALL, /**< those of a stream that names none */
};

#if CONFIG_TRACE_EVENTS

#include <spoor/port/port.h>
#include <spoor/core/names.h>

struct trace_event;

/** The function that records an event, by its number of words; `off` is NULL when the event is off. */
union trace_emitter {
    const void *off;
    void (*words_0)(struct trace_event *e);
    void (*words_1)(struct trace_event *e, uint32_t a);
    void (*words_2)(struct trace_event *e, uint32_t a, uint32_t b);
    void (*words_3)(struct trace_event *e, uint32_t a, uint32_t b, uint32_t c);
    void (*words_6)(struct trace_event *e, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f,
                    uint32_t g); /* 4 to 6 */
};

/** The state of an event, in RAM. */
struct trace_event {
    union trace_emitter emit;
    uint32_t header; /**< ID in place, set at boot */
    uint16_t service;
    uint8_t words; /**< or SPOOR_WIRE_WORDS_DATA */
    uint8_t flags; /**< TRACE_EVENT_… */
};

enum {
    TRACE_EVENT_DISABLED = 1 << 7, /**< switched off individually, whether or not its service runs */
    TRACE_EVENT_DEPTH = 0x0F,      /**< frames of stack recorded with it */
};

enum trace_event_kind { TRACE_KIND_EVENT, TRACE_KIND_RANGE, TRACE_KIND_COUNTER, TRACE_KIND_DATA };

/** The kind of an event with a role of wire.h, SPOOR_WIRE_ROLE_…. */
#define TRACE_KIND_ROLE(role) (TRACE_KIND_EVENT | (role) << SPOOR_WIRE_ROLE_SHIFT)

/** The description of an event at build time; the target doesn't read it. */
struct trace_event_desc {
    struct trace_event *event;
    const char *name;
    const char *fields; /**< separated by commas */
    struct spoor_location at;
    uint32_t kind; /**< enum trace_event_kind, and the role */
};

SPOOR_ARRAY_SPREAD_DECLARE_RW(struct trace_event, trace_events);
SPOOR_ARRAY_SPREAD_DECLARE(struct trace_event_desc, trace_event_descs);

/** Its name on the target, in images that have a shell and names. */
struct trace_event_name {
    struct trace_event *event;
    const char *name;
};
SPOOR_ARRAY_SPREAD_DECLARE(struct trace_event_name, trace_event_names);

#define TRACE_EVENT_INIT(service_, words_)                                                                   \
    {                                                                                                        \
        {NULL}, 0, (service_), (words_), 0                                                                   \
    }
#define TRACE_EVENT_STATE_(var, service_, words_, kind_, fields_)                                            \
    SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(trace_events, var, TRACE_EVENT_INIT(service_, words_));                  \
    TRACE_EVENT_DESC_ADD(trace_event_descs, var, fields_, kind_)

/** Define an event of 0 to 6 fields, each a string. At file scope or in a function. */
#define TRACE_EVENT_DEF(var, service_, ...)                                                                  \
    TRACE_EVENT_DEF_ROLE(var, SPOOR_WIRE_ROLE_NONE, service_, ##__VA_ARGS__)

/** The same, with a role, by which readers understand it (wire.h, enum spoor_wire_role). */
#define TRACE_EVENT_DEF_ROLE(var, role, service_, ...)                                                       \
    enum { var##_words = TRACE_COUNT(var, ##__VA_ARGS__) };                                                  \
    TRACE_FIELDS_CHECK(TRACE_FIELDS_OK(var, ##__VA_ARGS__));                                                 \
    TRACE_EVENT_STATE_(var, service_, var##_words, TRACE_KIND_ROLE(role), TRACE_JOIN(var, ##__VA_ARGS__))

/**
 * Define an event that several units record; they include a TRACE_EVENT_DECLARE() of it, and so does this
 * one. It gets an ID before the other events: the first ones take a byte less each on the wire. At file
 * scope.
 */
#define TRACE_EVENT_DEF_GLOBAL(var, role, service_, ...)                                                     \
    SPOOR_STATIC_ASSERT(TRACE_COUNT(var, ##__VA_ARGS__) == var##_words, "as many fields as declared");       \
    TRACE_FIELDS_CHECK(TRACE_FIELDS_OK(var, ##__VA_ARGS__));                                                 \
    struct trace_event var SPOOR_SPREAD_PLACE(SPOOR_SPREAD_SECTION_RW("trace_events.4"),                     \
                                              struct trace_event) = TRACE_EVENT_INIT(service_, var##_words); \
    TRACE_EVENT_DESC_ADD(trace_event_descs, var, TRACE_JOIN(var, ##__VA_ARGS__), TRACE_KIND_ROLE(role))

/**
 * Declare an event of `words` words that another unit defines by TRACE_EVENT_DEF_GLOBAL(). To the linker it
 * is trace_event_NAME: its own name may be a function of the program.
 */
#define TRACE_EVENT_DECLARE(var, words_)                                                                     \
    enum { var##_words = (words_) };                                                                         \
    extern struct trace_event var __asm__("trace_event_" #var)

/** Define a range: an interval that begins and ends, perhaps in different contexts. */
#define TRACE_RANGE_DEF(var, service_)                                                                       \
    enum { var##_words = 1 };                                                                                \
    TRACE_EVENT_STATE_(var, service_, 1, TRACE_KIND_RANGE, "begin")

/** Define a counter: a value over time. */
#define TRACE_COUNTER_DEF(var, service_)                                                                     \
    enum { var##_words = 1 };                                                                                \
    TRACE_EVENT_STATE_(var, service_, 1, TRACE_KIND_COUNTER, "value:i32")

/** Define an event that carries bytes; `field` is "name:str" or "name:hex". */
#define TRACE_DATA_DEF(var, service_, field)                                                                 \
    SPOOR_STATIC_ASSERT(CONFIG_TRACE_DATA, "an event with data needs CONFIG_TRACE_DATA");                    \
    TRACE_FIELDS_CHECK(TRACE_FIELD_OK(field));                                                               \
    TRACE_EVENT_STATE_(var, service_, SPOOR_WIRE_WORDS_DATA, TRACE_KIND_DATA, field)

/**
 * Record an event with its words, which are integers or pointers.
 *
 * The words are evaluated only while the event is on: don't write `trace_event(adc, 1, ADC->DR)` when the
 * program needs the reading, nor `n++`. The same holds for trace_counter() and trace_data().
 *
 * Never waits. When the ring is full the loss is counted, in total and for this event.
 *
 * Context: any, interrupts and the scheduler included.
 * Cost:    see `make bench`, event_u32: 3 instructions off, 23 on with one word (Cortex-M3).
 */
#define trace_event(var, ...)                                                                                \
    do {                                                                                                     \
        SPOOR_STATIC_ASSERT(TRACE_COUNT(var, ##__VA_ARGS__) == var##_words, "as many words as fields");      \
        struct trace_event *trace_e = &(var);                                                                \
        __asm__("" : "+r"(trace_e)); /* or the compiler loads its address twice */                           \
        const union trace_emitter trace_emit = {__atomic_load_n(&trace_e->emit.off, __ATOMIC_RELAXED)};      \
        if (__builtin_expect(trace_emit.off != NULL, 1)) {                                                   \
            SPOOR_SPREAD_PASTE(TRACE_CALL_, TRACE_COUNT(var, ##__VA_ARGS__))(trace_e, ##__VA_ARGS__);        \
        }                                                                                                    \
    } while (0)

/** @return whether it would record now; to skip the preparation of its words. Context: any. */
#define trace_event_is_on(var) (__atomic_load_n(&(var).emit.off, __ATOMIC_RELAXED) != NULL)

#define trace_range_begin(var) trace_event(var, 1)
#define trace_range_end(var)   trace_event(var, 0)
#define trace_counter(var, n)  trace_event(var, n)

/** Record `bytes` of data, cut to TRACE_DATA_MAX. Context: any. */
#define trace_data(var, data, bytes)                                                                         \
    do {                                                                                                     \
        if (trace_event_is_on(var)) {                                                                        \
            trace_emit_data(&(var), (data), (bytes));                                                        \
        }                                                                                                    \
    } while (0)

#define TRACE_DATA_MAX CONFIG_TRACE_DATA_BYTES

void trace_emit_data(struct trace_event *e, const void *data, size_t bytes);

/* ------------------------------------------------------------------ details */

/* 8 is real_type_class of gcc's typeclass.h, for floating types; clang has the same, and both in C and C++.
 */
#define TRACE_WORD(a)                                                                                        \
    __extension__({                                                                                          \
        SPOOR_STATIC_ASSERT(__builtin_classify_type(a) != 8,                                                 \
                            "a word of an event is an integer, a float would lose its fraction: scale it, "  \
                            "e.g. (int)(1000 * x)");                                                         \
        (uint32_t)(a);                                                                                       \
    })
#define TRACE_CALL_0(e)          trace_emit.words_0(e)
#define TRACE_CALL_1(e, a)       trace_emit.words_1(e, TRACE_WORD(a))
#define TRACE_CALL_2(e, a, b)    trace_emit.words_2(e, TRACE_WORD(a), TRACE_WORD(b))
#define TRACE_CALL_3(e, a, b, c) trace_emit.words_3(e, TRACE_WORD(a), TRACE_WORD(b), TRACE_WORD(c))
#define TRACE_CALL_4(e, a, b, c, d)                                                                          \
    trace_emit.words_6(e, TRACE_WORD(a), TRACE_WORD(b), TRACE_WORD(c), TRACE_WORD(d), 0, 0)
#define TRACE_CALL_5(e, a, b, c, d, f)                                                                       \
    trace_emit.words_6(e, TRACE_WORD(a), TRACE_WORD(b), TRACE_WORD(c), TRACE_WORD(d), TRACE_WORD(f), 0)
#define TRACE_CALL_6(e, a, b, c, d, f, g)                                                                    \
    trace_emit.words_6(e, TRACE_WORD(a), TRACE_WORD(b), TRACE_WORD(c), TRACE_WORD(d), TRACE_WORD(f),         \
                       TRACE_WORD(g))

/*
 * The host counts an event's words in its text, where commas separate them. clang evaluates the built-in in a
 * constant expression of C only where __builtin_constant_p() selects it.
 */
#define TRACE_FIELDS_CHECK(ok)                                                                               \
    SPOOR_STATIC_ASSERT(__builtin_constant_p(ok) ? (ok) : 0,                                                 \
                        "a field is one string that is not empty and has no comma: \"x\", \"y\"")
#define TRACE_FIELD_OK(a)            (sizeof("" a) > 1 && !__builtin_strchr("" a, ','))
#define TRACE_FIELDS_OK(...)         SPOOR_SPREAD_PASTE(TRACE_FIELDS_OK_, TRACE_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define TRACE_FIELDS_OK_0(z)         1
#define TRACE_FIELDS_OK_1(z, a)      TRACE_FIELD_OK(a)
#define TRACE_FIELDS_OK_2(z, a, b)   (TRACE_FIELD_OK(a) && TRACE_FIELD_OK(b))
#define TRACE_FIELDS_OK_3(z, a, ...) (TRACE_FIELD_OK(a) && TRACE_FIELDS_OK_2(z, __VA_ARGS__))
#define TRACE_FIELDS_OK_4(z, a, ...) (TRACE_FIELD_OK(a) && TRACE_FIELDS_OK_3(z, __VA_ARGS__))
#define TRACE_FIELDS_OK_5(z, a, ...) (TRACE_FIELD_OK(a) && TRACE_FIELDS_OK_4(z, __VA_ARGS__))
#define TRACE_FIELDS_OK_6(z, a, ...) (TRACE_FIELD_OK(a) && TRACE_FIELDS_OK_5(z, __VA_ARGS__))

#else

#include <spoor/event_off.h>

#endif

/*
 * How many arguments come after the first, 0 to 6; and these, strings, joined by commas. The first is there
 * since a standard mode (-std=c11) keeps the comma before an empty list that is a macro's only parameter.
 */
#define TRACE_COUNT(...)                                                                                     \
    TRACE_COUNT_(__VA_ARGS__, TRACE_7_WORDS, TRACE_7_WORDS, TRACE_7_WORDS, TRACE_7_WORDS, 6, 5, 4, 3, 2, 1, 0)
#define TRACE_COUNT_(z, a, b, c, d, e, f, g, h, i, j, n, ...) n
#define TRACE_7_WORDS                                         an_event_has_at_most_6_words
#define TRACE_JOIN(...)                                       SPOOR_SPREAD_PASTE(TRACE_JOIN_, TRACE_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define TRACE_JOIN_0(z)                                       ""
#define TRACE_JOIN_1(z, a)                                    a
#define TRACE_JOIN_2(z, a, b)                                 a "," b
#define TRACE_JOIN_3(z, a, b, c)                              a "," b "," c
#define TRACE_JOIN_4(z, a, b, c, d)                           a "," b "," c "," d
#define TRACE_JOIN_5(z, a, b, c, d, e)                        a "," b "," c "," d "," e
#define TRACE_JOIN_6(z, a, b, c, d, e, f)                     a "," b "," c "," d "," e "," f

SPOOR_EXTERN_C_END

#endif
