/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace.dat, recorded by trace-cmd on Linux: trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5). It is converted to
 * a recording and its program, so that all commands read it. The input is untrusted.
 */
#ifndef IMPORT_TRACEDAT_H
#define IMPORT_TRACEDAT_H

#include <base/bytes.h>
#include <base/message.h>

/** @return whether a file begins like a trace.dat */
bool tracedat_is(const char *path);
bool tracedat_is_bytes(const uint8_t *bytes, size_t size);

/**
 * Convert a trace.dat.
 *
 * @param program    receives an ELF file with the descriptors of its events and the kernel's symbols
 * @param recording  receives the stream; both must be freed, also after a failure
 * @return false after a report
 */
bool tracedat_convert(const uint8_t *bytes, size_t size, const char *name, const struct spoor_report *report,
                      struct bytes *program, struct bytes *recording);

#endif
