/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile: functions with their values, and the calls between them. It has one of two forms: a tree of
 * calls, from recordings, perf.data and folded stacks; or values of functions and arcs between them, from
 * gmon.out and callgrind.out. profile_summarise() derives flat values and arcs from both.
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
    PROFILE_THREAD, /**< or a process, for tools that have processes */
    PROFILE_IRQ,
};

/** Key of PROFILE_IRQ if the line is unknown: this plus the nesting of the interrupts. */
#define PROFILE_IRQ_DEPTH (UINT64_C(1) << 32)

/** A function, or a thread or interrupt that is the root of calls. */
struct profile_frame {
    enum profile_kind kind;
    const char *name;    /**< may be NULL only before profile_resolve() */
    const char *module;  /**< program or library, or NULL */
    const char *section; /**< section of the program, or NULL */
    const char *file;    /**< source file, or NULL */
    uint32_t line;
    uint64_t key;   /**< recordings: address, thread or line; others: address, 0: unknown */
    uint64_t size;  /**< in bytes; 0: unknown */
    uint64_t self;  /**< form with arcs: the function's own value */
    uint64_t calls; /**< form with arcs: calls from unknown callers */
};

/** The root of the tree; it has no frame. */
#define PROFILE_ROOT 0
#define PROFILE_NONE UINT32_MAX

struct profile_node {
    uint32_t frame;
    uint32_t parent, first, last, next; /**< indices of nodes, 0: none; first and last child, next sibling */
    uint64_t self, total, calls;        /**< `total` is valid after profile_sum() */
    uint64_t open_self, open_calls; /**< those of calls that hadn't returned at the end, if that is known */
};

struct profile_arc {
    uint32_t caller, callee; /**< indices of frames */
    uint64_t calls, total;   /**< `total`: value of the callee in these calls */
};

/** The parts of a profile. */
enum {
    PROFILE_TREE = 1 << 0,      /**< nodes; if not set, arcs and values of frames */
    PROFILE_CALLS = 1 << 1,     /**< numbers of calls */
    PROFILE_TOTALS = 1 << 2,    /**< arcs with totals */
    PROFILE_ADDRESSES = 1 << 3, /**< functions have addresses */
    PROFILE_LINES = 1 << 4,     /**< executed lines of the whole program */
};

/** A program or library whose functions another tool's profile has. */
struct profile_module {
    const char *name;
    const char *version; /**< its build ID, in hex; NULL: unknown */
};

/** A function of the program, executed or not. */
struct profile_covered {
    const char *name, *file; /**< file: or NULL */
    uint64_t address, entered;
    uint32_t line;
    uint32_t lines, executed; /**< its lines with code, and those of them that were executed */
};

/** A source line with code, in a function. */
struct profile_line {
    uint32_t covered, line; /**< index of the function */
    const char *file;
    uint64_t count; /**< how often it was executed */
};

/** A conditional branch that was executed. */
struct profile_branch {
    const char *file;
    uint32_t line;
    uint64_t address, taken, passed;
};

/** Sections with interrupts masked that began at an instruction, in a function called from one place. Places
 * are FILE:LINE, or addresses. */
struct profile_masked {
    const char *function, *begun;   /**< where interrupts were masked */
    const char *caller, *called;    /**< the caller of that function, and where; or NULL */
    const char *ended;              /**< where the longest ended; NULL: none of these did */
    uint64_t count, total, longest; /**< instructions */
};

/** What was used of a stack. */
struct profile_stack {
    const char *name, *thread; /**< of its variable, or its address; of the thread, or NULL */
    uint64_t begin, end;       /**< of its variable; 0: unknown */
    uint64_t lowest, highest;  /**< first byte that was stored, and the byte after the last */
};

/** Memory that was accessed. */
struct profile_region {
    const char *name, *section; /**< of the variable, or NULL; NULL: outside the program */
    uint64_t begin, end, reads, writes;
};

/** Where it wasn't known whether an instruction masks interrupts. */
struct profile_unknown {
    const char *function, *place;
    uint64_t count;
};

/** A profile; empty if all zero. */
struct profile {
    unsigned has;
    char unit[32];            /**< unit of values: "ns", "cycles", "samples" … */
    uint64_t value_ns;        /**< samples: average time represented by one sample; 0: unknown */
    const char *program;      /**< recording: the ELF file of frames without a module, or NULL */
    const uint8_t *build_id;  /**< recording: its build ID */
    size_t build_id_bytes;    /**< 0: none */
    uint64_t ms, duration_ns; /**< time of the recording, in ms since 1970, and its length; 0: unknown */
    struct profile_frame *frames;
    uint32_t frame_count;
    struct profile_node *nodes; /**< the root is first; parents precede their children */
    uint32_t count;
    struct profile_arc *arcs;
    size_t arc_count;
    struct profile_module *modules; /**< those whose files were read */
    size_t module_count;
    struct profile_covered *covered; /**< by address */
    size_t covered_count;
    struct profile_line *lines; /**< by function, file and line */
    size_t line_count;
    struct profile_branch *branches; /**< by address */
    size_t branch_count;
    struct profile_masked *masked;
    size_t masked_count;
    struct profile_stack *stacks;
    size_t stack_count;
    struct profile_region *regions;
    size_t region_count;
    struct profile_unknown *unknown;
    size_t unknown_count;
    struct hash frame_hash, node_hash, arc_hash;
    struct profile_text *texts;
    bool failed; /**< out of memory */
};

/** @return the frame of a recording with this key, created on first use; PROFILE_NONE if out of memory */
uint32_t profile_frame_of(struct profile *p, enum profile_kind kind, uint64_t key);

/** @return the frame with this name and module, which are copied; PROFILE_NONE if out of memory */
uint32_t profile_frame_named(struct profile *p, enum profile_kind kind, const char *name, const char *module);

/** @return a copy of a text that lives as long as the profile; NULL if out of memory */
const char *profile_keep(struct profile *p, const char *text, size_t n);

/** @return the child of a node for a frame, created on first use; PROFILE_ROOT if out of memory */
uint32_t profile_child(struct profile *p, uint32_t node, uint32_t frame);

/** Add to the arc between two frames. */
void profile_arc(struct profile *p, uint32_t caller, uint32_t callee, uint64_t calls, uint64_t total);

/** Add a completed call of a recording, with its self time. */
void profile_add(struct profile *p, const struct interval *i);

/** Name the frames of a recording. */
void profile_name(struct profile *p, const struct spoor_elf *elf, const struct spoor_reader *reader);

/** Name the frames of a recording, and convert cycles to ns. */
void profile_resolve(struct profile *p, const struct spoor_elf *elf, const struct spoor_reader *reader,
                     uint32_t hz);

/** Compute totals after everything was added: the total of a node is its self value plus its children's
 * totals. */
void profile_sum(struct profile *p);

void profile_free(struct profile *p);

/* ------------------------------------------------------------------ summaries */

struct profile_function {
    uint32_t frame;
    uint64_t self, total, calls;
    uint64_t open_self, open_calls; /**< those of calls that hadn't returned at the end, if that is known */
    unsigned cycle;                 /**< number of the cycle of calls to which it belongs; 0: none */
};

/** Flat values and arcs of a profile of either form. */
struct profile_summary {
    struct profile_function *functions; /**< one per frame, in the same order */
    uint32_t count;
    struct profile_arc *arcs;
    size_t arc_count;
    uint64_t all;    /**< sum of all self values */
    unsigned cycles; /**< number of cycles of calls */
    /** Value of each cycle, from 1, including all callees. In a tree: 0. */
    uint64_t *cycle_total;
};

/**
 * Summarize a profile. In a tree, recursive calls count once. If arcs have no totals, the value of a function
 * is divided among its callers by their calls; functions that form a cycle of calls count as one.
 *
 * @return false if out of memory
 */
bool profile_summarise(struct profile *p, struct profile_summary *s);
void profile_summary_free(struct profile_summary *s);

#endif
