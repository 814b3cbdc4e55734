/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recordings made by other tracers: trace-cmd, SystemView, Zephyr … Each is converted to a recording and a
 * program that describes its events, so that all commands read it. Each format is a file with
 * SPOOR_FOREIGN(). The input is untrusted.
 */
#ifndef FOREIGN_FOREIGN_H
#define FOREIGN_FOREIGN_H

#include <base/bytes.h>
#include <base/message.h>
#include <base/registry.h>

struct foreign;

struct foreign_format {
    const char *name;    /**< as in "trace.dat" */
    const char *summary; /**< for lists of formats */
    bool needs_code;     /**< it has addresses of the program that was traced, which the user names */
    unsigned order;      /**< order of the probes: formats without a mark are probed last */
    bool (*probe)(const uint8_t *bytes, size_t size);
    /**
     * Read the file, and call the functions of <foreign/sink.h> for what it contains. Called twice with the
     * same bytes, and must make the same calls.
     *
     * @return false after foreign_refuse()
     */
    bool (*read)(struct foreign *f, const uint8_t *bytes, size_t size);
};

/** Register NAME_format. The linker collects them. */
#define SPOOR_FOREIGN(name) REGISTRY_ADD(spoor_foreigns, foreign_format, name, name##_format)

/** Bytes at the beginning of a file that suffice for foreign_find(). */
#define FOREIGN_PROBED 65536

/** @return the format of a file, or NULL if it is unknown */
const struct foreign_format *foreign_find(const uint8_t *bytes, size_t size);

/** @return a format, in the order of their files' names, or NULL after the last */
const struct foreign_format *foreign_nth(size_t n);

/**
 * Convert a file.
 *
 * @param hz         the rate of its times, if the file doesn't tell; 0: unknown
 * @param program    receives an ELF file with the descriptors of its events, and its symbols
 * @param recording  receives the stream; both must be freed, also after a failure
 * @return false after a report
 */
bool foreign_convert(const struct foreign_format *format, const uint8_t *bytes, size_t size, const char *name,
                     uint32_t hz, const struct spoor_report *report, struct bytes *program,
                     struct bytes *recording);

#endif
