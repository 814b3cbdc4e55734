/* SPDX-License-Identifier: BSD-2-Clause */
/* What the program has used. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <psapi.h>
#include <sys/resource.h>

int getrusage(int who, struct rusage *usage)
{
    PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
    FILETIME begun, ended, kernel, user;

    (void)who;
    if (!GetProcessTimes(GetCurrentProcess(), &begun, &ended, &kernel, &user) ||
        !K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory)) {
        return -1;
    }
    uint64_t us = ((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime) / 10;

    *usage = (struct rusage){.ru_utime = {(long)(us / 1000000), (long)(us % 1000000)},
                             .ru_maxrss = (long)(memory.PeakWorkingSetSize / 1024)};
    return 0;
}
