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
 * An event is recorded if its service runs (service.h) and the event itself is on. An event that is off costs
 * a load and a test. Names, fields and formats are in descriptors that only the host reads.
 *
 * A field is "name" or "name:format", and is one word. Formats are u32 (the default), i32, x32, ptr (shown as
 * its symbol), thread, time (cycles), and for data str and hex. Instead of a format, a field may list the
 * names of its values from 0, as in "side:get|put". A word may contain several fields, from the lowest bits
 * up, as in "side:get|put/1+by:thread". All but the last must have their number of bits after a slash.
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
 * Services: events that are started and stopped together. For X(NAME, "name"), TRACE_NAME is the service's
 * bit in a mask, and "name" its name in the shell and on the host. The order is part of the wire format.
 */
#define TRACE_SERVICE_LIST(X)                                                                                \
    X(SWITCH, "switch")       /* thread switches and wake-ups */                                             \
    X(IRQ, "irq")             /* interrupts entered and left */                                              \
    X(TICK, "tick")           /* the kernel's tick */                                                        \
    X(IPC, "ipc")             /* send, receive, reply */                                                     \
    X(IPC_SHORT, "ipc_short") /* IPC by the short path */                                                    \
    X(SYNC, "sync")           /* mutex, semaphore, queue: waits and handovers */                             \
    X(THREAD, "thread")       /* threads: creation, end, change of priority */                               \
    X(TIMER, "timer")         /* expired timers */                                                           \
    X(FAULT, "fault")         /* faults and panics */                                                        \
    X(MEMORY, "memory")       /* malloc and free */                                                          \
    X(FUNCTION, "function")   /* functions entered and left */                                               \
    X(USER, "user")           /* the application's events, and visits to points and blocks */                \
    X(SYNC_ALL, "sync_all")   /* mutex, semaphore, queue: each get and put, even without waiting */          \
    X(SAMPLE, "sample")       /* samples of where each CPU is (sample.h) */

#define TRACE_SERVICE_NUMBER(name_, text) TRACE_##name_##_NUMBER,
#define TRACE_SERVICE_BIT(name_, text)    TRACE_##name_ = 1 << TRACE_##name_##_NUMBER,

enum trace_service_number { TRACE_SERVICE_LIST(TRACE_SERVICE_NUMBER) TRACE_SERVICE_COUNT };
enum trace_service {
    TRACE_SERVICE_LIST(TRACE_SERVICE_BIT) TRACE_SERVICES_ALL = (1 << TRACE_SERVICE_COUNT) - 1,
    TRACE_SERVICES_USUAL = TRACE_SERVICES_ALL & ~TRACE_SYNC_ALL, /**< if a stream names no services */
};

#if CONFIG_TRACE_EVENTS

#include <spoor/port/port.h>
#include <spoor/core/names.h>
#include <spoor/core/site.h>
#include <spoor/core/word.h>

struct trace_event;

/** The function that records an event, by number of words. `off` is NULL if the event is off. */
union trace_emitter {
    const void *off;
    void (*words_0)(struct trace_event *e);
    void (*words_1)(struct trace_event *e, uint32_t a);
    void (*words_2)(struct trace_event *e, uint32_t a, uint32_t b);
    void (*words_3)(struct trace_event *e, uint32_t a, uint32_t b, uint32_t c);
    void (*words_6)(struct trace_event *e, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f,
                    uint32_t g); /* for 4 to 6 words */
};

/** The state of an event, in RAM. */
struct trace_event {
    union trace_emitter emit;
    uint32_t header; /**< the ID at its place in a header word; set at boot */
    uint16_t service;
    uint8_t words; /**< number of words, or SPOOR_WIRE_WORDS_DATA */
    uint8_t flags; /**< TRACE_EVENT_… */
};

enum {
    TRACE_EVENT_DISABLED = 1 << 7, /**< switched off individually; not recorded even if its service runs */
    TRACE_EVENT_DEPTH = 0x0F,      /**< number of stack frames recorded with it */
};

enum trace_event_kind { TRACE_KIND_EVENT, TRACE_KIND_RANGE, TRACE_KIND_COUNTER, TRACE_KIND_DATA };

/** The kind of an event with a role in wire.h, SPOOR_WIRE_ROLE_…. */
#define TRACE_KIND_ROLE(role) (TRACE_KIND_EVENT | (role) << SPOOR_WIRE_ROLE_SHIFT)

/** The description of an event at build time. The target doesn't read it. */
struct trace_event_desc {
    struct trace_event *event;
    const char *name;
    const char *fields; /**< separated by commas */
    struct spoor_location at;
    uint32_t kind; /**< enum trace_event_kind and the role */
};

SPOOR_ARRAY_SPREAD_DECLARE_RW(struct trace_event, trace_events);
SPOOR_ARRAY_SPREAD_DECLARE(struct trace_event_desc, trace_event_descs);

/** The name of an event on the target, in images with a shell and names. */
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

/** Define an event of 0 to 6 fields, each a string, at file scope or in a function. */
#define TRACE_EVENT_DEF(var, service_, ...)                                                                  \
    TRACE_EVENT_DEF_ROLE(var, SPOOR_WIRE_ROLE_NONE, service_, ##__VA_ARGS__)

/** Define an event with a role, which is its meaning for readers (wire.h, enum spoor_wire_role). */
#define TRACE_EVENT_DEF_ROLE(var, role, service_, ...)                                                       \
    enum { var##_words = TRACE_COUNT(var, ##__VA_ARGS__) };                                                  \
    TRACE_FIELDS_CHECK(TRACE_FIELDS_OK(var, ##__VA_ARGS__));                                                 \
    TRACE_EVENT_STATE_(var, service_, var##_words, TRACE_KIND_ROLE(role), TRACE_JOIN(var, ##__VA_ARGS__))

/**
 * Define an event that several units record, at file scope. These units and this one must include its
 * TRACE_EVENT_DECLARE(). It gets an ID before those of other events; the first IDs take a byte less on the
 * wire.
 */
#define TRACE_EVENT_DEF_GLOBAL(var, role, service_, ...)                                                     \
    SPOOR_STATIC_ASSERT(TRACE_COUNT(var, ##__VA_ARGS__) == var##_words,                                      \
                        "the number of fields differs from TRACE_EVENT_DECLARE()");                          \
    TRACE_FIELDS_CHECK(TRACE_FIELDS_OK(var, ##__VA_ARGS__));                                                 \
    struct trace_event var SPOOR_SPREAD_PLACE(SPOOR_SPREAD_SECTION_RW("trace_events.4"),                     \
                                              struct trace_event) = TRACE_EVENT_INIT(service_, var##_words); \
    TRACE_EVENT_DESC_ADD(trace_event_descs, var, TRACE_JOIN(var, ##__VA_ARGS__), TRACE_KIND_ROLE(role))

/**
 * Declare an event of `words` words that another unit defines with TRACE_EVENT_DEF_GLOBAL(). Its linker
 * symbol is trace_event_NAME, so the program may have a function with its name.
 */
#define TRACE_EVENT_DECLARE(var, words_)                                                                     \
    enum { var##_words = (words_) };                                                                         \
    extern struct trace_event var __asm__("trace_event_" #var)

/** Define a range: an interval whose begin and end may be in different contexts. */
#define TRACE_RANGE_DEF(var, service_)                                                                       \
    enum { var##_words = 1 };                                                                                \
    TRACE_EVENT_STATE_(var, service_, 1, TRACE_KIND_RANGE, "begin")

/** Define a counter: a value over time. */
#define TRACE_COUNTER_DEF(var, service_)                                                                     \
    enum { var##_words = 1 };                                                                                \
    TRACE_EVENT_STATE_(var, service_, 1, TRACE_KIND_COUNTER, "value:i32")

/** Define an event with data; `field` is "name:str" or "name:hex". */
#define TRACE_DATA_DEF(var, service_, field)                                                                 \
    SPOOR_STATIC_ASSERT(CONFIG_TRACE_DATA, "an event with data needs CONFIG_TRACE_DATA");                    \
    TRACE_FIELDS_CHECK(TRACE_FIELD_OK(field));                                                               \
    TRACE_EVENT_STATE_(var, service_, SPOOR_WIRE_WORDS_DATA, TRACE_KIND_DATA, field)

/**
 * Record an event. Its words must be integers or pointers. 64-bit integers lose their upper half. In C++ they
 * may also be objects that convert to an integer, as std::atomic.
 *
 * The words are only evaluated while the event is on. Don't write `trace_event(adc, 1, ADC->DR)` if the
 * program depends on the register being read, and don't use `n++`. This also applies to trace_counter() and
 * trace_data().
 *
 * Never waits. If the ring is full, the loss is counted, in total and for this event.
 *
 * Context: any, interrupts and the scheduler included.
 * Cost:    see `make bench`, event_u32: 3 instructions off, 16 on with one word (Cortex-M3).
 */
#define trace_event(var, ...)                                                                                \
    do {                                                                                                     \
        SPOOR_STATIC_ASSERT(TRACE_COUNT(var, ##__VA_ARGS__) == var##_words,                                  \
                            "the number of words differs from the number of fields");                        \
        if (TRACE_SITE(&(var))) {                                                                            \
            struct trace_event *trace_e = &(var);                                                            \
            __asm__("" : "+r"(trace_e)); /* or the compiler loads its address twice */                       \
            const union trace_emitter trace_emit = {__atomic_load_n(&trace_e->emit.off, __ATOMIC_RELAXED)};  \
            if (__builtin_expect(trace_emit.off != NULL, 1)) {                                               \
                TRACE_CALL(SPOOR_SPREAD_PASTE(TRACE_CALL_, TRACE_COUNT(var, ##__VA_ARGS__)), trace_e,        \
                           ##__VA_ARGS__);                                                                   \
            }                                                                                                \
        }                                                                                                    \
    } while (0)

/** @return whether the event would be recorded now. If not, its words needn't be prepared. Context: any. */
#define trace_event_is_on(var)                                                                               \
    (TRACE_SITE(&(var)) && __atomic_load_n(&(var).emit.off, __ATOMIC_RELAXED) != NULL)

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

/* An argument may be a macro that expands to several words. */
#define TRACE_CALL(call, ...)    call(__VA_ARGS__)
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
 * Checks that fields contain no commas, because the host counts an event's words by the commas in its text.
 * In C, clang evaluates the built-in in a constant expression only if __builtin_constant_p() selects it.
 */
#define TRACE_FIELDS_CHECK(ok)                                                                               \
    SPOOR_STATIC_ASSERT(__builtin_constant_p(ok) ? (ok) : 0,                                                 \
                        "a field must be a string that is not empty and has no comma: \"x\", \"y\"")
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
 * TRACE_COUNT() is the number of arguments after the first, 0 to 6. TRACE_JOIN() joins these, which must be
 * strings, with commas. The first argument is needed because a standard mode (-std=c11) keeps the comma
 * before an empty list that is a macro's only parameter.
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
