/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The symbols and members have kept these names: FreeRTOS's since version 5 (tasks.c), those of several cores
 * since 11; ThreadX's since 5 (tx_api.h, tx_thread.h); Zephyr's since 2.3 (kernel_structs.h, thread.h).
 */
#include <base/count.h>
#include <bare/kernels.h>

struct known {
    const char *name;
    const char *object;               /* symbol of the pointer, or of what contains it */
    const char *also;                 /* another object that the program must have, or NULL */
    const char *whole, *array;        /* the object's structure and its array of CPUs; or NULL */
    const char *cpu, *current;        /* the structure of a CPU and its pointer; or NULL */
    const char *thread, *thread_name; /* the structure of a thread and its name */
    bool name_is_pointer;
};

static const struct known list[] = {
    {"FreeRTOS", "pxCurrentTCB", NULL, NULL, NULL, NULL, NULL, "tskTaskControlBlock", "pcTaskName", false},
    {"FreeRTOS", "pxCurrentTCBs", NULL, NULL, NULL, NULL, NULL, "tskTaskControlBlock", "pcTaskName", false},
    {"ThreadX", "_tx_thread_current_ptr", NULL, NULL, NULL, NULL, NULL, "TX_THREAD_STRUCT", "tx_thread_name",
     true},
    {"Zephyr", "_kernel", NULL, "z_kernel", "cpus", "_cpu", "current", "k_thread", "name", false},
    {"Spoor", "cpus", "thread_all", NULL, NULL, "cpu", "current", "thread", "name", true},
};

/* @return false if the program doesn't have this kernel */
static bool take(struct program *p, const struct known *k, struct kernel *found)
{
    uint64_t address, bytes, ignored, array = 0, current = 0, stride = p->bits / 8;

    if (!program_object(p, k->object, &address, &bytes) ||
        (k->also != NULL && !program_object(p, k->also, &ignored, &ignored)) ||
        (k->whole != NULL && !program_member(p, k->whole, k->array, &array, &ignored)) ||
        (k->cpu != NULL && !program_member(p, k->cpu, k->current, &current, &stride)) || stride == 0) {
        return false;
    }
    *found = (struct kernel){.name = k->name,
                             .pointer = address + array + current,
                             .stride = stride,
                             .cpus = bytes > array + stride ? (unsigned)((bytes - array) / stride) : 1,
                             .word_bytes = p->bits / 8,
                             .name_is_pointer = k->name_is_pointer};
    found->has_name = program_member(p, k->thread, k->thread_name, &found->thread_name, &ignored);
    return true;
}

bool kernels_find(struct program *program, struct kernel *kernel)
{
    for (size_t n = 0; n < COUNT_OF(list); n++) {
        if (take(program, &list[n], kernel)) {
            return true;
        }
    }
    return false;
}
