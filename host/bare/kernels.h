/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernels whose threads are known, by their symbols and the layout of their structures. */
#ifndef BARE_KERNELS_H
#define BARE_KERNELS_H

#include <elf/program.h>

/** Where a kernel keeps its running threads, and their names. */
struct kernel {
    const char *name;
    uint64_t pointer,
        stride; /**< address of CPU 0's pointer to its thread; distance to that of the next CPU */
    unsigned cpus, word_bytes; /**< number of pointers, and their size */
    uint64_t thread_name;      /**< offset in the thread's object */
    bool has_name;             /**< the offset is known */
    uint64_t scheduler; /**< function in which a CPU waits while it has no thread; 0: it has an idle thread */
    uint64_t started;   /**< address of a number that isn't 0 once threads run; 0: not needed, or unknown */
    bool flat;          /**< the program's addresses are physical, but threads may not have access to all */
    bool early;         /**< the pointer is set before threads run, and when they do is unknown */
    bool name_is_pointer; /**< the object has a pointer to the name instead of its characters */
};

/** Find the kernel of a program. @return false if it has none of those that are known */
bool kernels_find(struct program *program, struct kernel *kernel);

#endif
