/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * POSIX calls that wasi-libc lacks, as far as the tool uses them. The compiler includes this header in each
 * source for WebAssembly (scripts/rulelib/host.py).
 */
#ifndef WASM_POSIX_H
#define WASM_POSIX_H

/** WASI has one thread. The linker, which optimizes, knows no storage of threads, not even errno's. */
#define _Thread_local
#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

/** @param to  at least PATH_MAX bytes */
char *realpath(const char *path, char *to);

/** Move a descriptor: `from` is closed. */
int dup2(int from, int to);

/** WASI has no permissions: does nothing. The program that runs the module must keep those of a replaced
 * file. */
int fchmod(int fd, mode_t mode);

/** The C library's call looks at rights of WASI, which all files have. */
#define access wasm_access
int wasm_access(const char *path, int mode);

#endif
