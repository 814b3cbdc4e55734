/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streams, ELF files and memory made by the letter of docs/wire-format.md, for tests of the reader: written
 * apart from both the target's encoder and the reader.
 */
#ifndef READ_MAKE_H
#define READ_MAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

/** Room of a stream or packet: set for a test that needs more. */
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

/** Append the checksum to a packet, and put a frame around it. */
void make_frame(struct make *stream, const struct make *packet);

/** Frame a packet of numbers, the last followed by END. */
#define END UINT64_MAX
void make_packet(struct make *stream, unsigned type, ...);

struct make_event {
    const char *name, *fields;
    uint32_t kind;
};

/** Fields of packets of recording 1. */
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

/** An ELF file with these events, blocks and points; ended by an empty name. */
struct make_elf {
    const struct make_event *events;
    const char *const *blocks, *const *points;
    bool unloaded; /**< descriptors and names in a section at address 0 that isn't loaded */
    struct spoor_wire_layout *layout;             /**< trace_ring_layout, unless NULL */
    const char *build_id;                         /**< 4 characters, unless NULL */
    struct spoor_wire_threads *threads;           /**< trace_thread_layout, unless NULL */
    struct spoor_wire_priority_range *priorities; /**< trace_priority_range, unless NULL */
    uint32_t selection; /**< address of what was left out on purpose, from trace_selection_last on; 0: none */
};

void make_elf(struct make *m, const struct make_elf *spec);

/** The image that most tests use; IDs by name. */
extern const struct make_event make_usual_events[];
extern const char *const make_usual_blocks[], *const make_usual_points[];
/** The beginning of a record of an EVENTS packet: cycles since the one before it, and an ID below 29. */
#define RECORD(id, cycles) (UINT64_C(16) * (cycles) + ((id)-SPOOR_WIRE_ID_ENTER))

enum { ID_ONE = SPOOR_WIRE_ID_FIRST, ID_PAIR, ID_MESSAGE, ID_SWITCH, ID_WAKE, ID_CRC, ID_HITS, ID_END };

void make_usual_elf(struct make *m);

/** A header packet; that of the usual image, the first of recording 1. */
struct make_header {
    unsigned version; /**< 0: this one */
    unsigned recording, boots, repeated, cpus, hz, shift, events;
    uint64_t now;
    const char *build_id; /**< NULL: the usual one */
    const char *board;    /**< NULL: "board" */
};

void make_any_header(struct make *stream, const struct make_header *h);
void make_header(struct make *stream, unsigned cpus, unsigned events);
void make_usual_header(struct make *stream, unsigned cpus);

#endif
