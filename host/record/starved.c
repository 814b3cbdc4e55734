/* SPDX-License-Identifier: BSD-2-Clause */
/* Linux counts this time for each thread: the second number of /proc/PID/task/TID/schedstat, in ns
 * (Documentation/scheduler/sched-stats of Linux). */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <base/clock.h>
#include <record/starved.h>

#define ASK_MS 20 /* the interval at which the system is asked */

uint64_t starved_ms(pid_t child)
{
    char path[64];
    uint64_t most = 0;

    (void)snprintf(path, sizeof path, "/proc/%ld/task", (long)child);
    DIR *threads = child > 0 ? opendir(path) : NULL;

    for (const struct dirent *d; threads != NULL && (d = readdir(threads)) != NULL;) {
        char file[384];
        uint64_t waited = 0;

        (void)snprintf(file, sizeof file, "%s/%s/schedstat", path, d->d_name);
        FILE *f = d->d_name[0] != '.' ? fopen(file, "r") : NULL;

        if (f != NULL && fscanf(f, "%*u %" SCNu64, &waited) == 1 && waited > most) {
            most = waited;
        }
        if (f != NULL) {
            (void)fclose(f);
        }
    }
    if (threads != NULL) {
        (void)closedir(threads);
    }
    return most / 1000000;
}

uint64_t target_clock_ms(struct target_clock *c, pid_t child)
{
    uint64_t now = clock_ms();

    if (now - c->asked >= ASK_MS) {
        c->asked = now;
        c->starved = starved_ms(child);
    }
    c->now = now - c->starved > c->now ? now - c->starved : c->now;
    return c->now;
}
