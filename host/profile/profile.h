/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile: functions with their values, and the calls between them. It has one of two shapes: a tree of
 * calls, as recordings, perf.data and folded stacks give; or values of functions and arcs between them, as
 * gmon.out and callgrind.out give. profile_summarise() makes flat values and arcs of both.
 */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/hash.h>
#include <model/intervals.h>

enum profile_kind {
    PROFILE_FUNCTION,
    PROFILE_THREAD, /**< also a process, for tools that have these */
    PROFILE_IRQ,
};

/** Key of PROFILE_IRQ: no line, but this and how deep interrupts were nested. */
#define PROFILE_IRQ_DEPTH (UINT64_C(1) << 32)

/** A function; or a thread or interrupt, which is the root of calls. */
struct profile_frame {
    enum profile_kind kind;
    const char *name;   /**< NULL only before profile_resolve() */
    const char *module; /**< the program or library, or NULL */
    const char *file;   /**< its source, or NULL */
    uint32_t line;
    uint64_t key;   /**< of a recording's: the address, thread or line; else the address, 0: unknown */
    uint64_t size;  /**< in bytes; 0: unknown */
    uint64_t self;  /**< of the shape with arcs: its value … */
    uint64_t calls; /**< … and calls from nowhere known */
};

/** The root of the tree; it stands for no frame. */
#define PROFILE_ROOT 0
#define PROFILE_NONE UINT32_MAX

struct profile_node {
    uint32_t frame;
    uint32_t parent, first, last, next; /**< nodes; 0: none. First and last child, next sibling */
    uint64_t self, total, calls;        /**< total: after profile_sum() */
};

struct profile_arc {
    uint32_t caller, callee; /**< frames */
    uint64_t calls, total;   /**< total: of the callee in these calls */
};

/** The parts of a profile. */
enum {
    PROFILE_TREE = 1 << 0,      /**< nodes; otherwise arcs and values of frames */
    PROFILE_CALLS = 1 << 1,     /**< numbers of calls */
    PROFILE_TOTALS = 1 << 2,    /**< arcs with totals */
    PROFILE_ADDRESSES = 1 << 3, /**< functions have addresses */
};

/** All zero: empty. */
struct profile {
    unsigned has;
    char unit[32];            /**< of values: "ns", "cycles", "samples" … */
    uint64_t value_ns;        /**< of samples: the time that one stands for, in the mean; 0: unknown */
    const char *program;      /**< of a recording: the ELF file of the frames without a module, or NULL … */
    const uint8_t *build_id;  /**< … and its build ID */
    size_t build_id_bytes;    /**< 0: none */
    uint64_t ms, duration_ns; /**< when it was recorded, since 1970, and how long; 0: unknown */
    struct profile_frame *frames;
    uint32_t frame_count;
    struct profile_node *nodes; /**< the root first; parents before their children */
    uint32_t count;
    struct profile_arc *arcs;
    size_t arc_count;
    struct hash frame_hash, node_hash, arc_hash;
    struct profile_text *texts;
    bool failed; /**< no memory */
};

/** @return the frame of a recording, by its number; PROFILE_NONE without memory */
uint32_t profile_frame_of(struct profile *p, enum profile_kind kind, uint64_t key);

/** @return the frame of that name and module, both copied; PROFILE_NONE without memory */
uint32_t profile_frame_named(struct profile *p, enum profile_kind kind, const char *name, const char *module);

/** @return a copy of a text that lives as long as the profile; NULL without memory */
const char *profile_keep(struct profile *p, const char *text, size_t n);

/** @return the child of a node for a frame, made when it's new; PROFILE_ROOT without memory */
uint32_t profile_child(struct profile *p, uint32_t node, uint32_t frame);

/** Add to the arc between two frames. */
void profile_arc(struct profile *p, uint32_t caller, uint32_t callee, uint64_t calls, uint64_t total);

/** Add a call of a recording that ended; `self` of it counts. */
void profile_add(struct profile *p, const struct interval *i);

/** Name the frames of a recording. */
void profile_name(struct profile *p, const struct spoor_elf *elf, const struct spoor_reader *reader);

/** … and turn cycles into ns. */
void profile_resolve(struct profile *p, const struct spoor_elf *elf, const struct spoor_reader *reader,
                     uint32_t hz);

/** Sum up totals, when all is in: a node's is its self and its children's. */
void profile_sum(struct profile *p);

void profile_free(struct profile *p);

/* ------------------------------------------------------------------ summaries */

struct profile_function {
    uint32_t frame;
    uint64_t self, total, calls;
    unsigned cycle; /**< the number of the circle of calls that it is in; 0: none */
};

/** Flat values and arcs of a profile of either shape. */
struct profile_summary {
    struct profile_function *functions; /**< one for each frame, in their order */
    uint32_t count;
    struct profile_arc *arcs;
    size_t arc_count;
    uint64_t all;    /**< the sum of all self values */
    unsigned cycles; /**< circles of calls */
    /** Of a circle, from 1: the value of all in it and below. In a tree: 0. */
    uint64_t *cycle_total;
};

/**
 * Sum up. Of a tree, recursive calls count once; of arcs without totals, the value of a function is shared
 * out to its callers by their calls, and functions that call each other in a circle count as one.
 *
 * @return false without memory
 */
bool profile_summarise(struct profile *p, struct profile_summary *s);
void profile_summary_free(struct profile_summary *s);

#endif
