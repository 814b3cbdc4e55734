/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wire format, shared by target and host. docs/wire-format.md describes it with examples. This is the
 * only header shared by both sides, so it includes only <stdint.h>.
 *
 * A link carries console text unchanged, and frames between pieces of text:
 *
 *     00 COBS(packet) 00         packet = type, body, checksum of both, little-endian
 *
 * Numbers in bodies are varints (unsigned LEB128, least significant group first) unless stated otherwise.
 */
#ifndef SPOOR_WIRE_H
#define SPOOR_WIRE_H

#include <stdint.h>

#define SPOOR_WIRE_VERSION 4
/** The version of streams with SPOOR_WIRE_DENSE packets. */
#define SPOOR_WIRE_VERSION_DENSE 5
/** The older version that readers also accept. It numbers gaps separately, and doesn't number clears. */
#define SPOOR_WIRE_VERSION_OLD 3

/** Longest packet, including its checksum. COBS adds one byte, the frame two. */
#define SPOOR_WIRE_PACKET_MAX 250
#define SPOOR_WIRE_SUM_BYTES  4

/**
 * The checksum is MurmurHash3 for x86, 32 bits, seed 0. It takes three instructions per byte less than a
 * table-driven CRC, and no table. Damage within an aligned word of four bytes is always detected, other
 * damage with a probability of 1 - 1 / 2^32.
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

/** @return the contribution of one word to the sum. The last one to three bytes must be padded with zeros. */
static inline uint32_t spoor_wire_sum_word(uint32_t word)
{
    return spoor_wire_sum_rotate(word * SPOOR_WIRE_SUM_C1, 15) * SPOOR_WIRE_SUM_C2;
}

/** @return the sum for the next word, after a whole word was combined with it by exclusive or */
static inline uint32_t spoor_wire_sum_next(uint32_t sum)
{
    return spoor_wire_sum_rotate(sum, 13) * 5 + SPOOR_WIRE_SUM_N;
}

/** @return the sum after one more whole word; the sum starts at 0 */
static inline uint32_t spoor_wire_sum_step(uint32_t sum, uint32_t word)
{
    return spoor_wire_sum_next(sum ^ spoor_wire_sum_word(word));
}

/**
 * @return the checksum. The sum must include all whole words; if bytes remain, it must be combined with
 *         spoor_wire_sum_word() of them by exclusive or. `bytes` is the total length.
 */
static inline uint32_t spoor_wire_sum_end(uint32_t sum, uint32_t bytes)
{
    sum ^= bytes;
    sum = (sum ^ sum >> 16) * SPOOR_WIRE_SUM_F1;
    sum = (sum ^ sum >> 13) * SPOOR_WIRE_SUM_F2;
    return sum ^ sum >> 16;
}

/**
 * Types of packets. A reader must ignore types that it doesn't know. It must also ignore bytes after the
 * known fields, except in those whose last field extends until the end of the packet.
 *
 * Each body starts with the number of the recording; in SPOOR_WIRE_HEADER the version precedes it. A reset of
 * the target starts a new recording. Times are in ticks of the event clock, see SPOOR_WIRE_HEADER.
 */
enum spoor_wire_type {
    /**
     * Describes the sender. Repeated, so that a reader can join later.
     *
     * Fields: version; recording; the number of the boot in which the target recorded; 1 in the recording's
     * first header and 0 in repetitions; number of CPUs; counter rate in Hz (cycles per second); log2 of the
     * cycles in a tick of the event clock; tick rate in Hz; numbers of events, blocks and points, see
     * SPOOR_WIRE_ID_FIRST; mode (enum spoor_wire_mode); current time; wall clock in ms since 1970, or 0;
     * length and bytes of the build ID; length and bytes of the board's name; number of costs, and the costs
     * in hundredths of a ns, 0 if unknown. The costs are those of a record of 0, 1, 2 … words; the last one
     * is that of a function's record.
     */
    SPOOR_WIRE_HEADER = 1,
    /**
     * Consecutive records of one CPU, in order of time.
     *
     * Fields: recording; CPU; packet number, which counts packets of types EVENTS, SUBBUF, GAP and CLEARED of
     * this CPU from 0; number of records in earlier packets of this CPU; time of the first record; records
     * until the end of the packet. Numbers and counts wrap at 32 bits.
     */
    SPOOR_WIRE_EVENTS = 2,
    /**
     * A thread. Sent when the thread appears, and with each header. A later packet with the same thread
     * number replaces an earlier one.
     *
     * Fields: recording; number of the thread; priority; length and bytes of the name; mask of
     * SPOOR_WIRE_THREAD_….
     */
    SPOOR_WIRE_THREAD = 3,
    /**
     * Records of one CPU that were lost because the ring was full. Sent at their place in the order: after
     * the CPU's last SPOOR_WIRE_EVENTS and before its next.
     *
     * Fields: recording; CPU; packet number, see SPOOR_WIRE_EVENTS; number of lost records; the times between
     * which they were lost: the end of the preceding records and the start of the following ones.
     */
    SPOOR_WIRE_GAP = 4,
    /**
     * The number of records that one CPU has sent and lost since recording started, for the reader's checks.
     * Sent with each header and when recording stops. If the pairs don't fit into one packet, several are
     * sent. A later count replaces an earlier one of the same CPU and ID. The counts include losses that no
     * SPOOR_WIRE_GAP has reported yet.
     *
     * Fields: recording; CPU; clears so far and the records discarded by them (see SPOOR_WIRE_CLEARED);
     * records in its packets so far; records lost since the last clear; a time before which all records of
     * this CPU have been sent or lost. Then, until the end of the packet, pairs of an ID and its lost records
     * since the last clear, if above 0. A target that doesn't count by ID sends SPOOR_WIRE_ID_ANY.
     */
    SPOOR_WIRE_LOSSES = 5,
    /**
     * A CPU's ring was cleared, and its counts of losses were restarted. Sent at its place in the order, like
     * a gap.
     *
     * Fields: recording; CPU; clears so far; records that all clears discarded, or that had been lost before
     * them; the times between which it happened. Version 4 numbers these packets like SPOOR_WIRE_EVENTS, but
     * the number isn't in the packet.
     */
    SPOOR_WIRE_CLEARED = 6,
    /**
     * A name of an interrupt or object, see enum spoor_wire_named.
     *
     * Fields: recording; kind; key; address; length and bytes of the name. Objects have one more number.
     */
    SPOOR_WIRE_NAME = 7,
    /**
     * A closed sub-buffer as it is in memory, instead of SPOOR_WIRE_EVENTS, for links that never damage or
     * lose data. SPOOR_WIRE_LOSSES counts words sent instead of records.
     *
     * Fields: recording; CPU; packet number; words in earlier packets of this type; time when the sub-buffer
     * was opened, in cycles; number of words, which follow the frame's last zero as in a ring.
     */
    SPOOR_WIRE_SUBBUF = 8,
    /**
     * What is excluded from recording on purpose, for readers that follow threads. Sent with each header once
     * anything was excluded, and before the first record affected by a change.
     *
     * Fields: recording; number of the selection, counted from 1 at boot; the time until which the previous
     * selection is valid; the time from which this one is valid, 0 during a change; 0 if the listed threads
     * are excluded, 1 if all others are; number of threads, and their numbers; number of excluded CPUs, and
     * their numbers. Then, until the end of the packet, pairs of counts of events from SPOOR_WIRE_ID_FIRST
     * on: the number of consecutive events that are on, and the number of events off after them.
     */
    SPOOR_WIRE_FILTER = 9,
    /**
     * More bytes of a record with data that didn't fit into its packet: the last one of the CPU's preceding
     * SPOOR_WIRE_EVENTS. Such a record's length exceeds the bytes that its packet has left.
     *
     * Fields: recording; CPU; packet number, see SPOOR_WIRE_EVENTS; number of records in earlier packets of
     * this CPU, including this one; bytes until the end of the packet.
     */
    SPOOR_WIRE_DATA = 10,
    /**
     * As SPOOR_WIRE_EVENTS, in its place in streams of version SPOOR_WIRE_VERSION_DENSE: records as bits, by
     * a model that predicts them from earlier records (wire_dense.h).
     *
     * Fields: recording; CPU; packet number; number of records in earlier packets of this CPU; time of the
     * first record; 0 if the model of this CPU was reset before this packet, 1 if it continues; then bits,
     * lowest bit of a byte first, until the end of the packet.
     */
    SPOOR_WIRE_DENSE = 11,
    /**
     * Written by a recorder on the host, not by the target.
     *
     * Fields: an enum spoor_wire_note; the host's time in ms since 1970; length and bytes of a text.
     */
    SPOOR_WIRE_NOTE = 64,
};

/** The kind of text in a SPOOR_WIRE_NOTE. */
enum spoor_wire_note {
    SPOOR_WIRE_NOTE_COMMAND = 0, /**< the recorder's command line, without the program's name */
    SPOOR_WIRE_NOTE_END = 2,     /**< why the target exited: its exit status, its last output */
    SPOOR_WIRE_NOTE_MORE = 1, /**< flag, combined with one of these: the text continues the previous note */
};

#define SPOOR_WIRE_THREAD_IDLE 1 /**< the thread runs only if no other thread is ready */

/** The kinds of names in a SPOOR_WIRE_NAME. */
enum spoor_wire_named {
    SPOOR_WIRE_NAMED_IRQ =
        1, /**< key: the interrupt's line; address: its handler, if the name is the handler's symbol, or 0 */
    SPOOR_WIRE_NAMED_OBJECT =
        2, /**< key: the object's address, as in fields of format ptr; address: 0. The additional number is
              the thread that created the object, in which case the name is that of its kind */
    SPOOR_WIRE_NAMED_PROGRAM = 3, /**< the program, as it names itself; key and address: 0 */
};

/** The mode: what a full ring does. */
enum spoor_wire_mode {
    SPOOR_WIRE_MODE_STREAM = 0,    /**< new records are dropped and counted until there is room */
    SPOOR_WIRE_MODE_OVERWRITE = 1, /**< the oldest records are overwritten: a flight recorder */
    SPOOR_WIRE_MODE_STOP = 2,      /**< recording stops */
};

/** In SPOOR_WIRE_LOSSES: the ID of all events together, from a target that doesn't count losses by ID. */
#define SPOOR_WIRE_ID_ANY 0

/** IDs of records. */
enum spoor_wire_id {
    SPOOR_WIRE_ID_TIME = 0, /**< the time, not an event; only in rings. Two words: low and high */
    /**
     * A stack, as data of u32 words. The first word is the header word of the record that the stack belongs
     * to; in packets its time is rounded down to a tick. That record is the nearest preceding one on this CPU
     * with this header word and without a stack. The other words are addresses, innermost first. With bit 0
     * set it is a return address, to be looked up 2 bytes before; with bit 0 clear it is the interrupted
     * instruction.
     */
    SPOOR_WIRE_ID_STACK = 1,
    /** Data that is still being written, before its final ID is stored. Only in memory images. */
    SPOOR_WIRE_ID_UNFINISHED = 2,
    /**
     * A thread was created or renamed. Data: its number and its priority, u32 each, and the characters of its
     * name. It names threads that end before a SPOOR_WIRE_THREAD can be sent.
     */
    SPOOR_WIRE_ID_THREAD = 3,
    SPOOR_WIRE_ID_ENTER = 14, /**< function entered: its address, perhaps with bit 0 set */
    SPOOR_WIRE_ID_LEAVE = 15, /**< function left: its address, in the same form */
    /**
     * The elements of the spread arrays trace_events, trace_blocks and trace_points have the IDs from here
     * on, in this order.
     */
    SPOOR_WIRE_ID_FIRST = 16,
    SPOOR_WIRE_IDS = 1024,
};

/**
 * A record in a packet starts with one number: the cycles since the previous record times 16, plus a code.
 * The first record's cycles are counted from the packet's time and therefore 0. The code is the ID minus
 * SPOOR_WIRE_ID_ENTER if that is below SPOOR_WIRE_CODE_OTHER. Otherwise it is SPOOR_WIRE_CODE_OTHER, and the
 * ID follows. Then the words follow, each as a varint or as described at SPOOR_WIRE_LONG_WORD. A record with
 * SPOOR_WIRE_WORDS_DATA words has a length in bytes and the bytes instead.
 */
#define SPOOR_WIRE_CODE_BITS  4
#define SPOOR_WIRE_CODE_OTHER 15u

static inline unsigned spoor_wire_code(unsigned id)
{
    unsigned code = id - SPOOR_WIRE_ID_ENTER;

    return code < SPOOR_WIRE_CODE_OTHER ? code : SPOOR_WIRE_CODE_OTHER;
}

/**
 * Long words, for example addresses: words of a fixed-length record from SPOOR_WIRE_LONG_WORD on. Encoder and
 * decoder store each of them in slot spoor_wire_long_slot(word) of a table that is empty at the start of
 * every packet. They also store the last one, initially 0.
 *
 * A word that its slot contains already is sent as two bytes: 80h + slot, 00h. Another word is sent as
 * SPOOR_WIRE_LONG_WORD + z, which has up to 33 bits. z is the difference from the last long word, modulo
 * 2^32, with its sign in the lowest bit: 0, -1, 1, -2 are sent as 0, 1, 2, 3. No other varint ends in 00h,
 * except that of 0, which is one byte.
 */
#define SPOOR_WIRE_LONG_WORD  (UINT32_C(1) << 14)
#define SPOOR_WIRE_LONG_SLOTS 32

static inline unsigned spoor_wire_long_slot(uint32_t word)
{
    return word * UINT32_C(0x9E3779B1) >> 27;
}

/**
 * The role of an event: its meaning for readers, independent of its name. The role is in the descriptor's
 * kind, shifted by SPOOR_WIRE_ROLE_SHIFT. Fields are identified by their position; "?" marks fields that may
 * be missing. TRACE_KERNEL_EVENTS has their formats.
 */
enum spoor_wire_role {
    SPOOR_WIRE_ROLE_NONE,
    SPOOR_WIRE_ROLE_SWITCH, /**< why the running thread leaves the CPU (enum spoor_wire_left), next thread */
    SPOOR_WIRE_ROLE_WAKE,   /**< how, thread, object? */
    SPOOR_WIRE_ROLE_IRQ_ENTER,  /**< line */
    SPOOR_WIRE_ROLE_IRQ_EXIT,   /**< none */
    SPOOR_WIRE_ROLE_TICK,       /**< none */
    SPOOR_WIRE_ROLE_SENT,       /**< receiving thread */
    SPOOR_WIRE_ROLE_RECEIVED,   /**< sending thread */
    SPOOR_WIRE_ROLE_REPLIED,    /**< receiving thread */
    SPOOR_WIRE_ROLE_IPC_SHORT,  /**< receiving thread */
    SPOOR_WIRE_ROLE_WAIT,       /**< object, kind, holder? */
    SPOOR_WIRE_ROLE_GIVE,       /**< object, kind, receiving thread */
    SPOOR_WIRE_ROLE_TAKE,       /**< object, kind, resulting level; for a mutex its depth */
    SPOOR_WIRE_ROLE_PUT,        /**< object, kind, resulting level */
    SPOOR_WIRE_ROLE_TIMER,      /**< timer, function? */
    SPOOR_WIRE_ROLE_PRIORITY,   /**< thread, priority */
    SPOOR_WIRE_ROLE_TICK_LATE,  /**< cycles since the previous tick */
    SPOOR_WIRE_ROLE_THREAD_NEW, /**< thread, priority?, entry? */
    SPOOR_WIRE_ROLE_THREAD_END, /**< code? */
    SPOOR_WIRE_ROLE_STATE,      /**< state (enum spoor_wire_left), thread, object, CPU */
    SPOOR_WIRE_ROLE_SERVICES,   /**< mask of running services; bit 0 contains switches and wake-ups */
    SPOOR_WIRE_ROLE_FAULT,      /**< pc, address?, status?, thread? */
    SPOOR_WIRE_ROLE_PANIC,      /**< caller */
    SPOOR_WIRE_ROLE_ALLOC,      /**< address, bytes, caller? */
    SPOOR_WIRE_ROLE_FREE,       /**< address, bytes? */
    SPOOR_WIRE_ROLE_STACK_USED, /**< thread, maximum bytes used, size */
    SPOOR_WIRE_ROLE_HEAP_USED,  /**< bytes used, free, largest free block */
    SPOOR_WIRE_ROLE_PERIOD,     /**< thread, period, deadline; both in cycles, 0 if none */
    SPOOR_WIRE_ROLE_ACTIVATION, /**< thread */
    SPOOR_WIRE_ROLE_SAMPLE,     /**< address, interrupt level or 0 for a thread, thread, cycles of lateness */
    SPOOR_WIRE_ROLE_ENTER,      /**< function, interrupt level or 0 for a thread, thread */
    SPOOR_WIRE_ROLE_LEAVE,      /**< the same */
    SPOOR_WIRE_ROLE_MASKED,     /**< an address in the function that masked interrupts, cycles until now */
    SPOOR_WIRE_ROLES,
};
#define SPOOR_WIRE_ROLE_SHIFT 8

/**
 * Why a thread doesn't run. Threads with the first two values are ready. Values not listed here are kinds of
 * waits.
 */
enum spoor_wire_left {
    SPOOR_WIRE_LEFT_PREEMPTED = 0,
    SPOOR_WIRE_LEFT_YIELD = 1,
    SPOOR_WIRE_LEFT_EXITED = 4,
    SPOOR_WIRE_LEFT_RUNS = 14,  /**< only in SPOOR_WIRE_ROLE_STATE */
    SPOOR_WIRE_LEFT_READY = 15, /**< only in SPOOR_WIRE_ROLE_STATE */
    /** only on the host: the recording of another tracer doesn't tell whether it is ready or waits */
    SPOOR_WIRE_LEFT_UNKNOWN = 16,
};

/** Number of words that marks records of variable length. */
#define SPOOR_WIRE_WORDS_DATA 0xFF
/** Maximum bytes of a record of variable length, and of one that always fits into a packet. */
#define SPOOR_WIRE_DATA_MAX   4096
#define SPOOR_WIRE_DATA_WHOLE 192
/** Maximum number of words in a record of fixed length. */
#define SPOOR_WIRE_WORDS_MAX 6

/* A record in a ring, and so in a memory image, is a header word and its words. */
#define SPOOR_WIRE_TIME_BITS       22
#define SPOOR_WIRE_TIME_MASK       ((UINT32_C(1) << SPOOR_WIRE_TIME_BITS) - 1)
#define SPOOR_WIRE_HEADER_WORD(id) ((uint32_t)(id) << SPOOR_WIRE_TIME_BITS)

/** Words of a block's record: one, its wall time in cycles. The record is written when the block is left. */
#define SPOOR_WIRE_BLOCK_WORDS 1
/** Words of a point's record. */
#define SPOOR_WIRE_POINT_WORDS 0

/**
 * The header of a sub-buffer in memory, all little-endian words. Records follow. Readers of memory images use
 * these headers; `trace_ring_layout` in the ELF file has their addresses.
 */
struct spoor_wire_subbuf {
    uint32_t magic;    /**< SPOOR_WIRE_SUBBUF_MAGIC if it was ever used */
    uint32_t number;   /**< sequence number, from 1 on each CPU; 0: the sub-buffer is empty */
    uint32_t time_low; /**< time when the sub-buffer was opened */
    uint32_t time_high;
    uint32_t used_words; /**< words of records when closed; SPOOR_WIRE_SUBBUF_OPEN while being filled */
    uint32_t dropped;    /**< records lost on this CPU from the last clear until it was opened */
    uint32_t clears;     /**< clears of the ring until it was opened */
    uint32_t cleared;    /**< records discarded by these clears, or lost before them */
};

/**
 * The layout of the rings in memory: `trace_ring_layout` among the ELF file's constants. The first word of
 * each ring is the address after the last record of the open sub-buffer. Offsets are from the start of a
 * ring.
 */
struct spoor_wire_layout {
    uint32_t rings;          /**< address of the first ring */
    uint32_t cpus;           /**< number of rings */
    uint32_t ring_bytes;     /**< size of a ring */
    uint32_t subbufs_offset; /**< offset of the first sub-buffer */
    uint32_t subbufs;        /**< 0: at the offset are the address of the first, and their number minus 1 */
    uint32_t subbuf_bytes;
    uint32_t dropped_offset, overwritten_offset; /**< offsets of the counts of lost records */
    uint32_t losses;                             /**< address of the counts of losses by CPU and ID */
    uint32_t ids;            /**< number of these counts per CPU; 0: losses aren't counted by ID */
    uint32_t hz;             /**< address of the word with the counter's rate, which is 0 until known */
    uint32_t life;           /**< address of a struct spoor_wire_life */
    uint32_t cleared_offset; /**< offset of the count of records discarded by clears, or lost before them */
};

/** Identifies the recording in the rings, in memory that a reset doesn't change. */
struct spoor_wire_life {
    uint32_t build;       /**< the words of the build ID, combined by exclusive or */
    uint32_t boots;       /**< boots since power-on */
    uint32_t recording;   /**< number of the recording */
    uint32_t recorded_in; /**< value of `boots` when the recording started */
};

/**
 * The layout of threads and their names in memory: `trace_thread_layout` among the ELF file's constants,
 * which may be missing. Threads are in a circular list. The first word of a node is the address of the next
 * node. All nodes except the head are inside a thread. Offsets are from the start of a thread.
 */
struct spoor_wire_threads {
    uint32_t list;     /**< address of the head */
    uint32_t node;     /**< offset of the node */
    uint32_t number;   /**< offset of the word with its number */
    uint32_t name;     /**< offset of the word with the address of its name, which ends in NUL */
    uint32_t priority; /**< offset of the byte with its priority */
};

/**
 * The range of priorities: `trace_priority_range` among the ELF file's constants, which may be missing. The
 * host reads from it whether higher or lower numbers are more urgent.
 */
struct spoor_wire_priority_range {
    uint32_t least_urgent, most_urgent;
};

#define SPOOR_WIRE_SUBBUF_MAGIC 0x52504F53u /**< "SPOR" */
#define SPOOR_WIRE_SUBBUF_OPEN  UINT32_MAX

#endif
