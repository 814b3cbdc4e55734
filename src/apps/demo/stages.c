/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts the stages from last to first, so that each stage finds the next one ready. */
#include <stdio.h>
#include <string.h>
#include "stages_priv.h"

static const struct {
    const char *name;
    int (*start)(void);
} stages[] = {
    {"store", store_start},   {"framer", framer_start},     {"detector", detector_start},
    {"filter", filter_start}, {"memcheck", memcheck_start}, {"sampler", sampler_start},
};

int stages_start(void)
{
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        int err = stages[i].start();

        if (err != 0) {
            printf("demo: could not start %s: %s\n", stages[i].name, strerror(-err));
            return err;
        }
    }
    return 0;
}
