/* SPDX-License-Identifier: BSD-2-Clause */
/* Boot phases: functions called in order of their levels before the application's first thread runs. */
#ifndef KERNEL_INIT_H
#define KERNEL_INIT_H

#include <spoor/util/language.h>
#include <util/array_spread.h>

SPOOR_EXTERN_C_BEGIN

enum init_level {
    INIT_DRIVERS,  /**< interrupts masked, no threads yet */
    INIT_KERNEL,   /**< interrupts masked, scheduler ready, no thread runs yet */
    INIT_SERVICES, /**< in the main thread: may block */
    INIT_SCRIPT,   /**< the shell runs the image's start script */
    INIT_APP,      /**< after the start script */
};

struct init_hook {
    enum init_level level;
    const char *name;
    int (*fn)(void); /**< 0, or a negative errno, which is reported; boot continues */
};

ARRAY_SPREAD_DECLARE(struct init_hook, init_hooks);

/** Call `fn_` at boot. Must be used at file scope. */
#define INIT_HOOK(level_, fn_) ARRAY_SPREAD_ADD(init_hooks, {level_, #fn_, fn_})

SPOOR_EXTERN_C_END

#endif
