/* SPDX-License-Identifier: BSD-2-Clause */
/* The threads of a kernel in a target's memory. A layout says where they are; kernels.h finds it. */
#ifndef CORE_THREADS_H
#define CORE_THREADS_H

#include <core/core.h>

/** With the NUL; longer names are cut. */
#define CORE_NAME_BYTES 64

struct core_thread {
    char name[CORE_NAME_BYTES];
    uint32_t address; /**< of its structure */
    uint32_t sp;      /**< where its registers are saved, unless it runs */
    unsigned cpu;     /**< that runs it, from 0 */
    bool on_cpu;      /**< its registers aren't saved, because a CPU has them */
    bool has_current; /**< it is the one that `cpu` runs; false with `on_cpu`: its switch isn't over */
};

/** Lists, one after the other in the memory. */
struct core_lists {
    uint32_t address, count;
};

#define CORE_LISTS 5

/**
 * Where a kernel's structures are, and the offsets of the members that are read. A list is circular: its head
 * is the node before the first and after the last. An open one ends at the address 0.
 */
struct core_thread_layout {
    struct core_lists lists[CORE_LISTS]; /**< unused: count 0 */
    uint32_t list_bytes;                 /**< of each list */
    uint32_t head;                       /**< of a list */
    uint32_t next;                       /**< of a node: the address of the next one */
    bool open;                           /**< lists are open */
    bool owned;                          /**< nodes have the addresses of their threads */
    uint32_t owner;                      /**< of a node: that address; not `owned`: of a thread: its node */
    uint32_t sp, name;                   /**< of a thread */
    uint32_t thread_bytes;               /**< `owned`: of a thread, in which the node is */
    bool name_inside;                    /**< the name is in the thread; false: its address is */
    bool nameless;                       /**< threads have no names; their addresses are shown */
    bool has_on_cpu; /**< a thread has a byte that isn't 0 while a CPU has its registers */
    uint32_t on_cpu; /**< of a thread */
    bool has_saved;  /**< a thread has a word that is 0 while a CPU has its registers */
    uint32_t saved;  /**< of a thread */
    uint32_t cpus, cpu_count, cpu_bytes; /**< an array of structures */
    uint32_t current;                    /**< of a CPU: the address of the thread that it runs */
    uint32_t running;                    /**< address of a word that is 0 before a thread runs; 0: none */
    uint32_t total;                      /**< address of the number of threads in all lists; 0: none */
    uint32_t returns;                    /**< where the function of a thread would return to; 0: nowhere */
};

/** Receives a thread. */
typedef void (*core_thread_fn)(void *arg, const struct core_thread *t);

/**
 * Pass all threads that haven't ended, in the order of the lists. `elf` may have their names.
 *
 * @return false after a report: a part of the memory is missing or broken, or was being changed
 */
bool core_threads_walk(const struct core_thread_layout *l, const struct spoor_elf *elf,
                       const struct spoor_memory *m, const char *name, const struct spoor_report *report,
                       core_thread_fn take, void *arg);

#endif
