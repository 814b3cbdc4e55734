/* SPDX-License-Identifier: BSD-2-Clause */
/* Mapping of whole files, to read: ../../files.c. */
#ifndef WINDOWS_MMAN_H
#define WINDOWS_MMAN_H

#include <stddef.h>
#include <sys/types.h>

#define PROT_READ   1
#define MAP_PRIVATE 2
#define MAP_FAILED  ((void *)-1)

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int munmap(void *at, size_t size);

#endif
