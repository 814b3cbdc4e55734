/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Make streams, ELF files and memory as docs/wire-format.md specifies, for tests of the reader. The code is
 * independent of the target's encoder and of the reader.
 */
#ifndef READ_MAKE_H
#define READ_MAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

/** Maximum size of a stream or packet. A test that needs more defines it. */
#ifndef MAKE_BYTES
#define MAKE_BYTES 131072
#endif

struct make {
    uint8_t bytes[MAKE_BYTES];
    size_t used;
};

void make_bytes(struct make *m, const void *bytes, size_t n);
void make_text(struct make *m, const char *text);
void make_byte(struct make *m, unsigned byte);
void make_hex(struct make *m, const char *hex); /**< bytes, separated by spaces */
void make_number(struct make *m, uint64_t n);   /**< as a varint */
void make_word(struct make *m, uint32_t n);
void make_string(struct make *m, const char *text); /**< length and bytes */

/** Append a packet with its checksum, as a frame. */
void make_frame(struct make *stream, const struct make *packet);

/** Append a packet of numbers (uint64_t) as a frame. END must follow the last number. */
#define END UINT64_MAX
void make_packet(struct make *stream, unsigned type, ...);

/** A DENSE packet: its first fields, and the bits of its records. */
struct make_dense {
    unsigned recording, cpu, number, before, continues;
    uint64_t time;
    struct make bits;
    unsigned free; /**< bits of the last byte that aren't used */
};

/** Append the lowest `n` bits of a value. */
void make_bits(struct make_dense *d, uint32_t value, unsigned n);

/** Append bytes, from the next whole byte on. */
void make_dense_bytes(struct make_dense *d, const char *text);

/** Append the packet as a frame. */
void make_dense(struct make *stream, const struct make_dense *d);

struct make_event {
    const char *name, *fields;
    uint32_t kind;
};

/** The first fields of packets of recording 1. */
#define NUMBER(n) ((uint64_t)(n))
#define EVENTS(cpu, number, before, time)                                                                    \
    SPOOR_WIRE_EVENTS, NUMBER(1), NUMBER(cpu), NUMBER(number), NUMBER(before), NUMBER(time)
#define GAP(cpu, number, count, from, until)                                                                 \
    SPOOR_WIRE_GAP, NUMBER(1), NUMBER(cpu), NUMBER(number), NUMBER(count), NUMBER(from), NUMBER(until)
#define CLEARED(cpu, clears, count, from, until)                                                             \
    SPOOR_WIRE_CLEARED, NUMBER(1), NUMBER(cpu), NUMBER(clears), NUMBER(count), NUMBER(from), NUMBER(until)
#define LOSSES(cpu, sent, lost, until) LOSSES_AFTER(cpu, 0, 0, sent, lost, until)
#define LOSSES_AFTER(cpu, clears, cleared, sent, lost, until)                                                \
    SPOOR_WIRE_LOSSES, NUMBER(1), NUMBER(cpu), NUMBER(clears), NUMBER(cleared), NUMBER(sent), NUMBER(lost),  \
        NUMBER(until)

/** Contents of an ELF file. Events, blocks and points end with a NULL name. */
struct make_elf {
    const struct make_event *events;
    const char *const *blocks, *const *points;
    bool unloaded; /**< put descriptors and names into a section at address 0 that isn't loaded */
    struct spoor_wire_layout *layout;             /**< trace_ring_layout, or NULL */
    const char *build_id;                         /**< 4 characters unless stated below, or NULL */
    struct spoor_wire_threads *threads;           /**< trace_thread_layout, or NULL */
    struct spoor_wire_priority_range *priorities; /**< trace_priority_range, or NULL */
    uint32_t selection; /**< address of trace_selection_last and the fields after it, or 0 */
    unsigned build_id_bytes,
        filter_bytes; /**< sizes of the build ID, and of trace_filter_threads; 0: the usual */
    const char *without,
        *in_ram;   /**< a symbol that is missing; a layout in RAM, of which the file has no contents */
    bool labelled; /**< put the build ID among the constants, at the label build_id_note */
};

void make_elf(struct make *m, const struct make_elf *spec);

/** The program that most tests use. Its IDs are ID_ONE to ID_HITS. */
extern const struct make_event make_usual_events[];
extern const char *const make_usual_blocks[], *const make_usual_points[];
/** First number of a record in an EVENTS packet: cycles since the previous record, and an ID below 29. */
#define RECORD(id, cycles) (UINT64_C(16) * (cycles) + ((id)-SPOOR_WIRE_ID_ENTER))

enum { ID_ONE = SPOOR_WIRE_ID_FIRST, ID_PAIR, ID_MESSAGE, ID_SWITCH, ID_WAKE, ID_CRC, ID_HITS, ID_END };

void make_usual_elf(struct make *m);

/** Contents of a header packet. make_usual_header() makes that of the usual program and recording 1. */
struct make_header {
    unsigned version; /**< 0: current version */
    unsigned recording, boots, repeated, cpus, hz, shift, events;
    uint64_t now;
    const char *build_id; /**< NULL: that of the usual program */
    const char *board;    /**< NULL: "board" */
};

void make_any_header(struct make *stream, const struct make_header *h);
void make_header(struct make *stream, unsigned cpus, unsigned events);
void make_usual_header(struct make *stream, unsigned cpus);

#endif
