/* SPDX-License-Identifier: BSD-2-Clause */
/* A process may be confined to some CPUs (`taskset`), which only Linux' own call reports. */
#define _GNU_SOURCE
#include <base/cpus.h>
#include <base/system.h>

#if !SYSTEM_THREADS

unsigned cpus_usable(void)
{
    return 1;
}

#elif defined(__linux__)

#include <sched.h>

unsigned cpus_usable(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

#elif defined(_WIN32)

#include <pthread.h>

unsigned cpus_usable(void)
{
    int n = pthread_num_processors_np();

    return n > 0 ? (unsigned)n : 1;
}

#else

#include <unistd.h>

unsigned cpus_usable(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n > 0 ? (unsigned)n : 1;
}

#endif
