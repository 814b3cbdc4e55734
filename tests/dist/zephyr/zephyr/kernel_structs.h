/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's state in the form that the port reads. */
#ifndef ZEPHYR_KERNEL_STRUCTS_H
#define ZEPHYR_KERNEL_STRUCTS_H

/* Before 4.x, a sleeping thread is suspended with a timeout. */
#define _THREAD_PENDING   0x02u
#define _THREAD_DEAD      0x08u
#define _THREAD_SUSPENDED 0x10u
#define _THREAD_QUEUED    0x80u
#if STANDIN_ZEPHYR >= 4
#define _THREAD_SLEEPING 0x04u
#define STANDIN_SLEEPING _THREAD_SLEEPING
#else
#define STANDIN_SLEEPING _THREAD_SUSPENDED
#endif

#define _current pxCurrentTCB

#endif
