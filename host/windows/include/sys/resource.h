/* SPDX-License-Identifier: BSD-2-Clause */
/* What the program has used. */
#ifndef WINDOWS_RESOURCE_H
#define WINDOWS_RESOURCE_H

#define RUSAGE_SELF 0

struct rusage {
    struct {
        long tv_sec, tv_usec;
    } ru_utime;
    long ru_maxrss; /**< KB */
};

int getrusage(int who, struct rusage *usage);

#endif
