/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wire format, shared by target and host. docs/wire-format.md has the same in prose, with examples. This
 * is the one header that both sides share, so it includes <stdint.h> only.
 *
 * A link carries console text as it is, and between pieces of text frames:
 *
 *     00 COBS(packet) 00         packet = type, body, checksum of both, little-endian
 *
 * Numbers in bodies are varints (LEB128, unsigned, least significant group first) unless said.
 */
#ifndef SPOOR_WIRE_H
#define SPOOR_WIRE_H

#include <stdint.h>

#define SPOOR_WIRE_VERSION 4
/** A reader takes this one, too: there, gaps have numbers of their own, and clears have none. */
#define SPOOR_WIRE_VERSION_OLD 3

/** Longest packet, its checksum included; COBS adds one byte, the frame two. */
#define SPOOR_WIRE_PACKET_MAX 250
#define SPOOR_WIRE_SUM_BYTES  4

/**
 * The checksum is MurmurHash3 for x86, 32 bits, seed 0: three instructions a byte less than a table-driven
 * CRC, and no table. Damage within an aligned word of four bytes is always seen, other damage but for one in
 * 2^32.
 */
#define SPOOR_WIRE_SUM_C1 UINT32_C(0xCC9E2D51)
#define SPOOR_WIRE_SUM_C2 UINT32_C(0x1B873593)
#define SPOOR_WIRE_SUM_N  UINT32_C(0xE6546B64)
#define SPOOR_WIRE_SUM_F1 UINT32_C(0x85EBCA6B)
#define SPOOR_WIRE_SUM_F2 UINT32_C(0xC2B2AE35)

static inline uint32_t spoor_wire_sum_rotate(uint32_t n, unsigned bits)
{
    return n << bits | n >> (32 - bits);
}

/** The contribution of a word, or of the last one to three bytes padded with zeros, to the sum. */
static inline uint32_t spoor_wire_sum_word(uint32_t word)
{
    return spoor_wire_sum_rotate(word * SPOOR_WIRE_SUM_C1, 15) * SPOOR_WIRE_SUM_C2;
}

/** The sum after a whole word; it begins with 0. */
static inline uint32_t spoor_wire_sum_step(uint32_t sum, uint32_t word)
{
    return spoor_wire_sum_rotate(sum ^ spoor_wire_sum_word(word), 13) * 5 + SPOOR_WIRE_SUM_N;
}

/** The checksum, after all words and spoor_wire_sum_word() of the rest; `bytes` in all. */
static inline uint32_t spoor_wire_sum_end(uint32_t sum, uint32_t bytes)
{
    sum ^= bytes;
    sum = (sum ^ sum >> 16) * SPOOR_WIRE_SUM_F1;
    sum = (sum ^ sum >> 13) * SPOOR_WIRE_SUM_F2;
    return sum ^ sum >> 16;
}

/**
 * Types of packets. A reader passes over those it does not know, and over bytes after the known fields of all
 * but SPOOR_WIRE_EVENTS and SPOOR_WIRE_LOSSES. After HEADER's version, and in all others first, comes the
 * number of the recording: one that the target began by itself. Times are in ticks of the event clock, see
 * SPOOR_WIRE_HEADER.
 */
enum spoor_wire_type {
    /**
     * The sender. Repeated, so that a late listener can join.
     * version, recording, the target's boots when it was recorded, 1 in the first header of a recording and 0
     * in its repetitions, CPUs, counter Hz (cycles per second), log2 of the cycles in a tick of the event
     * clock, tick Hz, events, blocks, points (how many of each there are, see SPOOR_WIRE_ID_FIRST), mode
     * (enum spoor_wire_mode), time now, wall clock now in ms since 1970 or 0, length and bytes of the build
     * ID, length and bytes of the board's name, how many costs follow, and those: of a record of 0, 1, 2 …
     * words in hundredths of a ns, 0 when unknown; the last one is that of a function's record.
     */
    SPOOR_WIRE_HEADER = 1,
    /**
     * A run of records of one CPU, in the order of time.
     * Recording, CPU, packet number (counts up from 0 on each CPU; packets of this type only), records before
     * it (in this CPU's packets since number 0), time of the first record, then records until the packet's
     * end. Numbers and counts wrap at 32 bits.
     */
    SPOOR_WIRE_EVENTS = 2,
    /**
     * A thread: recording, its number, priority, length and bytes of its name, WIRE_THREAD_… that hold. When
     * it appears, and with each header. A later one of the same number replaces an earlier one.
     */
    SPOOR_WIRE_THREAD = 3,
    /**
     * Records that were lost on one CPU for want of room, at their place in the order: after its last
     * SPOOR_WIRE_EVENTS and before its next one. Recording, CPU, packet number (counted with those), how many
     * records, a time from which and one up to which they were lost: the end of the records before and the
     * beginning of the records after.
     */
    SPOOR_WIRE_GAP = 4,
    /**
     * The number of records that one CPU has sent and lost since recording began, for the reader to check
     * against; with each header and when recording stops. Recording, CPU, clears so far and records that
     * these cost (see SPOOR_WIRE_CLEARED), records in its packets so far, records lost since the last clear,
     * a time: all its records from before it were sent or lost. Then pairs of ID and records lost of it since
     * the last clear until the packet's end, those above 0 only; in several packets when they don't fit into
     * one. A later number replaces an earlier one of the same CPU and ID. Losses that no gap has reported yet
     * are included.
     */
    SPOOR_WIRE_LOSSES = 5,
    /**
     * A CPU's ring was emptied and its counts of losses began again: recording, CPU, clears so far, records
     * that were thrown away or had been lost until then, by all clears; a time from which and one up to which
     * it happened. At its place in the order, as a gap, and counted among the packets without a number.
     */
    SPOOR_WIRE_CLEARED = 6,
    /** A name: recording, kind (enum spoor_wire_named), key, address, length and bytes. See there. */
    SPOOR_WIRE_NAME = 7,
    /**
     * A closed sub-buffer as it is in memory, for links that change and lose nothing, instead of
     * SPOOR_WIRE_EVENTS: recording, CPU, packet number, words before it in such packets, time of its opening
     * in cycles, and how many words follow the frame's last zero: records as in a ring. SPOOR_WIRE_LOSSES
     * counts words sent then.
     */
    SPOOR_WIRE_SUBBUF = 8,
    /**
     * What is left out on purpose, for readers that follow threads: with each header once anything was, and
     * before the first record that a change concerns. Recording, number (counts those that differ, from 1 at
     * the boot), a time up to which the one before holds, a time from which this one holds (0: a change is
     * going on), 0 when the threads that follow are excluded and 1 when all others are, how many threads and
     * their numbers, how many CPUs are excluded and their numbers; then until the packet's end pairs of
     * events, from SPOOR_WIRE_ID_FIRST on: so many are on, and so many after them off.
     */
    SPOOR_WIRE_FILTER = 9,
    /**
     * Written by a recorder on the host, not by the target: an enum spoor_wire_note, the host's time in ms
     * since 1970, length and bytes of a text.
     */
    SPOOR_WIRE_NOTE = 64,
};

/** The text of a SPOOR_WIRE_NOTE. */
enum spoor_wire_note {
    SPOOR_WIRE_NOTE_COMMAND = 0, /**< the recorder's command line, without the name of the program */
    SPOOR_WIRE_NOTE_END = 2,     /**< why the target ended by itself: its exit status, its last words */
    SPOOR_WIRE_NOTE_MORE = 1,    /**< added to one of these: the text goes on from the note before */
};

#define SPOOR_WIRE_THREAD_IDLE 1 /**< it runs when no other thread is ready */

/** The kinds of numbers that a SPOOR_WIRE_NAME names. */
enum spoor_wire_named {
    SPOOR_WIRE_NAMED_IRQ = 1, /**< key: its line; address: of its handler, whose symbol is the name, or 0 */
    SPOOR_WIRE_NAMED_OBJECT = 2, /**< key: its address, as in fields of format ptr; address: 0. One number
                                    more: the thread that made it; then the name is that of its kind */
};

/** The behaviour of a full ring. */
enum spoor_wire_mode {
    SPOOR_WIRE_MODE_STREAM = 0,    /**< new records are dropped, and counted, until there is room */
    SPOOR_WIRE_MODE_OVERWRITE = 1, /**< the oldest make room: a flight recorder */
    SPOOR_WIRE_MODE_STOP = 2,      /**< recording ends */
};

/** IDs of records. */
enum spoor_wire_id {
    SPOOR_WIRE_ID_TIME = 0, /**< no event; in a ring only, two words: time, low and high */
    /**
     * A stack: data, u32 each. First the header word of the record that it belongs to (in packets with its
     * time rounded down to a tick): the nearest one before it on its CPU with that and no stack yet. Then
     * addresses, the innermost first: with bit 0 set, a return address, so look up 2 bytes before it; clear,
     * the interrupted instruction.
     */
    SPOOR_WIRE_ID_STACK = 1,
    /** Data that is being written; in a memory image only. Its final ID is not known yet. */
    SPOOR_WIRE_ID_UNFINISHED = 2,
    /**
     * A thread exists, or has another name: data: its number and priority, u32 each, and the name's
     * characters. So a thread that ends before anything else tells of it has a name.
     */
    SPOOR_WIRE_ID_THREAD = 3,
    SPOOR_WIRE_ID_ENTER = 14, /**< function entered: its address, perhaps with bit 0 set */
    SPOOR_WIRE_ID_LEAVE = 15, /**< function left: its address, in the same form */
    /** From here the elements of the spread arrays trace_events, trace_blocks and trace_points, in this
       order. */
    SPOOR_WIRE_ID_FIRST = 16,
    SPOOR_WIRE_IDS = 1024,
};

/**
 * A record in a packet begins with one number: the cycles since the record before it (of the first one: since
 * the packet's time, so 0), times 16, and a code: of an ID from SPOOR_WIRE_ID_ENTER on its distance to that;
 * or SPOOR_WIRE_CODE_OTHER, and the ID follows. Then its words, each a varint, or the form described at
 * SPOOR_WIRE_LONG_WORD. A record with SPOOR_WIRE_WORDS_DATA words has a length in bytes and the bytes
 * instead.
 */
#define SPOOR_WIRE_CODE_BITS  4
#define SPOOR_WIRE_CODE_OTHER 15u

static inline unsigned spoor_wire_code(unsigned id)
{
    unsigned code = id - SPOOR_WIRE_ID_ENTER;

    return code < SPOOR_WIRE_CODE_OTHER ? code : SPOOR_WIRE_CODE_OTHER;
}

/**
 * Long words, as addresses are: words of a fixed-length record that are SPOOR_WIRE_LONG_WORD or more. Encoder
 * and decoder keep each in slot spoor_wire_long_slot(word) of a table that every packet begins with empty,
 * and besides the last one, 0 at first. A word that its slot holds already is sent as two bytes: 80h + slot,
 * 00h. Another one is sent as SPOOR_WIRE_LONG_WORD + z, of up to 33 bits, where z is the difference to the
 * last one, modulo 2^32, with its sign in the lowest bit: 0, -1, 1, -2 … are 0, 1, 2, 3 … No varint ends in
 * 00h but the one of 0, which is one byte.
 */
#define SPOOR_WIRE_LONG_WORD  (UINT32_C(1) << 14)
#define SPOOR_WIRE_LONG_SLOTS 32

static inline unsigned spoor_wire_long_slot(uint32_t word)
{
    return word * UINT32_C(0x9E3779B1) >> 27;
}

/**
 * The role of an event, by which readers understand it; its name may be any. It is in the descriptor's kind,
 * shifted by SPOOR_WIRE_ROLE_SHIFT. A role's fields are found by their place; "?" stands for one that may be
 * missing. TRACE_KERNEL_EVENTS has their formats.
 */
enum spoor_wire_role {
    SPOOR_WIRE_ROLE_NONE,
    SPOOR_WIRE_ROLE_SWITCH,     /**< why the running thread leaves (enum spoor_wire_left), next thread */
    SPOOR_WIRE_ROLE_WAKE,       /**< how, thread, object? */
    SPOOR_WIRE_ROLE_IRQ_ENTER,  /**< line */
    SPOOR_WIRE_ROLE_IRQ_EXIT,   /**< none */
    SPOOR_WIRE_ROLE_TICK,       /**< none */
    SPOOR_WIRE_ROLE_SENT,       /**< to thread */
    SPOOR_WIRE_ROLE_RECEIVED,   /**< from thread */
    SPOOR_WIRE_ROLE_REPLIED,    /**< to thread */
    SPOOR_WIRE_ROLE_IPC_SHORT,  /**< to thread */
    SPOOR_WIRE_ROLE_WAIT,       /**< object, kind, holder? */
    SPOOR_WIRE_ROLE_GIVE,       /**< object, kind, to thread */
    SPOOR_WIRE_ROLE_TAKE,       /**< object, kind, level after it; of a mutex its depth */
    SPOOR_WIRE_ROLE_PUT,        /**< object, kind, level after it */
    SPOOR_WIRE_ROLE_TIMER,      /**< timer, function? */
    SPOOR_WIRE_ROLE_PRIORITY,   /**< thread, priority */
    SPOOR_WIRE_ROLE_TICK_LATE,  /**< cycles since the tick before */
    SPOOR_WIRE_ROLE_THREAD_NEW, /**< thread, priority?, entry? */
    SPOOR_WIRE_ROLE_THREAD_END, /**< code? */
    SPOOR_WIRE_ROLE_STATE,      /**< state (enum spoor_wire_left), thread, object, CPU */
    SPOOR_WIRE_ROLE_SERVICES,   /**< mask of those that run: bit 0 has switches and wakes */
    SPOOR_WIRE_ROLE_FAULT,      /**< pc, address?, status?, thread? */
    SPOOR_WIRE_ROLE_PANIC,      /**< caller */
    SPOOR_WIRE_ROLE_ALLOC,      /**< address, bytes, caller? */
    SPOOR_WIRE_ROLE_FREE,       /**< address, bytes? */
    SPOOR_WIRE_ROLE_STACK_USED, /**< thread, bytes used at most, size */
    SPOOR_WIRE_ROLE_HEAP_USED,  /**< bytes used, free, largest free block */
    SPOOR_WIRE_ROLE_PERIOD,     /**< thread, period, deadline; both in cycles, 0: none */
    SPOOR_WIRE_ROLE_ACTIVATION, /**< thread */
    SPOOR_WIRE_ROLE_SAMPLE, /**< address, interrupt level from 1 on or 0, thread, cycles that it came late */
    SPOOR_WIRE_ROLES,
};
#define SPOOR_WIRE_ROLE_SHIFT 8

/** Why a thread doesn't run: the first two are ready. Others name the kind of wait, and may be more. */
enum spoor_wire_left {
    SPOOR_WIRE_LEFT_PREEMPTED = 0,
    SPOOR_WIRE_LEFT_YIELD = 1,
    SPOOR_WIRE_LEFT_EXITED = 4,
    SPOOR_WIRE_LEFT_RUNS = 14,  /**< in SPOOR_WIRE_ROLE_STATE only */
    SPOOR_WIRE_LEFT_READY = 15, /**< in SPOOR_WIRE_ROLE_STATE only */
};

/** Words of a record of variable length. */
#define SPOOR_WIRE_WORDS_DATA 0xFF
/** Most words of a record of fixed length. */
#define SPOOR_WIRE_WORDS_MAX 6

/* A record in a ring, and so in a memory image: a header word and its words. */
#define SPOOR_WIRE_TIME_BITS       22
#define SPOOR_WIRE_TIME_MASK       ((UINT32_C(1) << SPOOR_WIRE_TIME_BITS) - 1)
#define SPOOR_WIRE_HEADER_WORD(id) ((uint32_t)(id) << SPOOR_WIRE_TIME_BITS)

/** A block's record: one word, its wall time in cycles; it is written when the block is left. */
#define SPOOR_WIRE_BLOCK_WORDS 1
/** A point's record. */
#define SPOOR_WIRE_POINT_WORDS 0

/**
 * The start of a sub-buffer in memory; all little-endian words. Records follow. A memory image is decoded
 * from these: `trace_ring_layout` in the ELF file gives their place.
 */
struct spoor_wire_subbuf {
    uint32_t magic; /**< SPOOR_WIRE_SUBBUF_MAGIC once it was used */
    uint32_t
        number; /**< counts up from 1 on each CPU; the order of the sub-buffers. 0: the sub-buffer is empty */
    uint32_t time_low; /**< time when it was opened */
    uint32_t time_high;
    uint32_t used_words; /**< of records, when closed; SPOOR_WIRE_SUBBUF_OPEN while it is being filled */
    uint32_t dropped; /**< records lost for want of room on this CPU before it was opened, since the clear */
    uint32_t clears;  /**< of the ring before it was opened */
    uint32_t cleared; /**< records thrown away by these, or lost before them */
};

/**
 * The place of the rings, as `trace_ring_layout` in the ELF file's constants. The first word of each ring is
 * the address after the last record of the open sub-buffer; the words named here count losses.
 */
struct spoor_wire_layout {
    uint32_t rings;          /**< address of the first */
    uint32_t cpus;           /**< how many rings */
    uint32_t ring_bytes;     /**< from one to the next */
    uint32_t subbufs_offset; /**< of the first sub-buffer in a ring */
    uint32_t subbufs;
    uint32_t subbuf_bytes;
    uint32_t dropped_offset, overwritten_offset; /**< of those counts in a ring */
    uint32_t losses;                             /**< address of the counts by CPU and ID */
    uint32_t ids;                                /**< of those, how many a CPU */
    uint32_t hz;             /**< address of the word with the counter's rate, 0 before it was known */
    uint32_t life;           /**< address of a struct spoor_wire_life */
    uint32_t cleared_offset; /**< of that count in a ring: records thrown away, or lost before that */
};

/** Which recording the rings hold, in memory that a reset leaves as it is. */
struct spoor_wire_life {
    uint32_t build;       /**< the words of the build ID, combined by exclusive or */
    uint32_t boots;       /**< since power came */
    uint32_t recording;   /**< its number */
    uint32_t recorded_in; /**< boots when it was begun */
};

/**
 * Where threads and their names lie, as `trace_thread_layout` in the ELF file's constants; there may be none.
 * Threads are in a circular list: a node's first word is the address of the next node. All but the head are
 * inside of a thread, and offsets are from its address.
 */
struct spoor_wire_threads {
    uint32_t list;     /**< address of the head */
    uint32_t node;     /**< offset of the node */
    uint32_t number;   /**< offset of a word */
    uint32_t name;     /**< offset of a word with the address of a string that ends in NUL */
    uint32_t priority; /**< offset of a byte */
};

/**
 * The numbers of priorities, as `trace_priority_range` in the ELF file's constants; there may be none. The
 * numbers between the two are priorities too; the host reads from them which of two is the more urgent.
 */
struct spoor_wire_priority_range {
    uint32_t least_urgent, most_urgent;
};

#define SPOOR_WIRE_SUBBUF_MAGIC 0x52504F53u /**< "SPOR" */
#define SPOOR_WIRE_SUBBUF_OPEN  UINT32_MAX

#endif
