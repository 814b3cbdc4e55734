/* SPDX-License-Identifier: BSD-2-Clause */
/* A mapped file: only the parts that are read take memory. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <base/message.h>
#include <stddef.h>
#include <stdint.h>

/** @return the bytes of a regular file, writable in memory; NULL after a report. An empty file isn't NULL.
 */
uint8_t *file_map(const char *path, size_t *size, const struct spoor_report *report);

void file_unmap(const uint8_t *bytes, size_t size);

#endif
