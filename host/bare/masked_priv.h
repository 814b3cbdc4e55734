/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that measure sections with masked interrupts. */
#ifndef BARE_MASKED_PRIV_H
#define BARE_MASKED_PRIV_H

#include <bare/masked.h>
#include <bare/masking.h>
#include <bare/value.h>
#include <base/hash.h>

#define SAVES_MAX 16 /* of a thread; of more, the oldest is forgotten */

/* An instruction of a block. */
struct masking_at {
    struct masking what;
    unsigned n;
    bool is_helper; /* its function has no instruction that unmasks: another function does that */
    bool untouched; /* its block doesn't write the register before: the block that ran before may tell */
};

/* Masks that a function read before it set them. */
struct save {
    uint8_t set, mask; /* mask: which were read */
    uint8_t to;        /* … into this register */
    bool is_helper;
    uint64_t at, returns; /* address of the instruction; where the function returns to */
    size_t depth;
};

struct section {
    bool open;
    uint64_t begun, returns, from; /* from: instructions of the CPU */
};

/* What was read last of the masks, which a function may be about to set. */
struct read {
    uint8_t set, mask, to;
    uint64_t at, returns; /* its address, 0: none; where its function returns to */
};

/* The block that ran last, and how many instructions of it. */
struct before {
    const struct block *block;
    unsigned done;
};

/* A thread, or a level of interrupts. */
struct context {
    uint8_t set;            /* when an exception interrupted it … */
    struct section section; /* … and where that began */
    struct before before;   /* … and what ran before that */
    struct read read;
    struct save saves[SAVES_MAX];
    unsigned count;
};

/* Masks that a handler restored without having saved them: those of the thread that continues. */
struct deferred {
    uint8_t mask;
    uint64_t at, instructions;
};

struct cpu {
    uint64_t instructions;
    uint8_t set; /* masks that are set */
    struct section section;
    struct deferred deferred;
    struct before before;
};

struct masked {
    const struct program *program;
    const struct calls *calls;
    struct cpu *cpus;
    unsigned cpu_count;
    bool is_m, failed;
    struct vectors vectors;
    struct hash by_context, by_place, by_address;
    struct context *contexts;
    size_t context_count;
    struct masked_place *places;
    size_t place_count;
    struct masked_unknown *unknowns;
    size_t unknown_count;
};

/* -------- masked_find.c: instructions of blocks */

/** @return whether an instruction's effect depends on a register */
bool masked_depends(const struct masking *m);

/** Make such an instruction definite, if the bits that matter of the register are known. */
void masked_decide(struct masking *m, struct value v);

/* -------- masked_table.c: the results */

/** Count a section. @param ended  address of the instruction; 0: the run ended */
void masked_add_section(struct masked *m, const struct section *s, uint64_t ended, uint64_t instructions);

/** Count an instruction whose effect isn't known. */
void masked_add_unknown(struct masked *m, uint64_t address);

#endif
