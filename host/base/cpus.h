/* SPDX-License-Identifier: BSD-2-Clause */
/* The CPUs of the machine that this program runs on. */
#ifndef BASE_CPUS_H
#define BASE_CPUS_H

/** @return the number of CPUs that this process may use, at least 1; 1 without threads */
unsigned cpus_usable(void);

#endif
