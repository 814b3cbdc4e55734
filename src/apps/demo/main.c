/* SPDX-License-Identifier: BSD-2-Clause */
/* The sensor node: starts its stages from the last to the first, so that nobody hands on into nothing. */
#include <stdio.h>
#include <string.h>
#include <util/array_spread.h>
#include <kernel/main.h>
#include <shell/shell.h>
#include "stages_priv.h"

/* Before the banner: what the boot cost, and 20 ms of a system in which the application doesn't run yet. */
const char *const shell_start_script[] = {"sleep 20", "trace_blocks -s", NULL};

static const struct {
    const char *name;
    int (*start)(void);
} stages[] = {
    {"store", store_start},   {"framer", framer_start},     {"detector", detector_start},
    {"filter", filter_start}, {"memcheck", memcheck_start}, {"sampler", sampler_start},
};

int main(void)
{
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        int err = stages[i].start();

        if (err != 0) {
            printf("demo: %s can't start: %s\n", stages[i].name, strerror(-err));
            return err;
        }
    }
    return 0;
}
