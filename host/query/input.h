/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a query reads: a recording with its program, in a file, a pack or a memory image; or a profile that
 * another tool made.
 *
 *     struct input in = {.report = {message, NULL}};
 *
 *     if (input_open(&in, "demo.elf", "demo.spoor") == STATUS_OK) { … in.reader, in.elf … }
 *     … in.fault.text …
 *     input_close(&in);
 */
#ifndef QUERY_INPUT_H
#define QUERY_INPUT_H

#include <base/fault.h>
#include <profile/profile.h>
#include <read/reader.h>

struct input {
    const char *file, *elf_path;
    const char *image; /**< MEMORY@ADDRESS, in place of a file; or NULL */
    uint64_t rate;     /**< of the times of a recording without a header; 0: not known */
    struct spoor_report report;
    struct fault fault; /**< why a query failed; no text after a report */
    struct spoor_elf *elf;
    struct spoor_reader *reader;
    struct profile profile;   /**< another tool's; then there is no reader */
    const char *profile_kind; /**< the name of its format, or NULL */
    int pack_fd;              /**< of the recording in a pack; 0 or -1: none */
    bool shares_elf;          /**< the program is another input's */
    const uint8_t *memory;    /**< of the image, mapped */
    size_t memory_bytes;
};

/** Open the program. @return STATUS_OK, or STATUS_UNREADABLE after a report */
int input_open_program(struct input *in, const char *path);

/**
 * Open a recording; "-" is standard input. `report` and `rate` are set already, and `image` where it stands
 * for a file.
 *
 * @param elf_path  the program; NULL: that of a pack, or none
 * @return STATUS_OK or STATUS_UNREADABLE
 */
int input_open(struct input *in, const char *elf_path, const char *file);

/** The same, or a profile that another tool made. */
int input_open_any(struct input *in, const char *elf_path, const char *file);

/** The same as input_open() from a descriptor, which stays the caller's. */
int input_open_fd(struct input *in, const char *elf_path, const char *name, int fd);

/**
 * Open the recording of another input again, from its beginning and without messages; the program is shared.
 *
 * @return STATUS_OK; STATUS_UNREADABLE, without a text, of standard input that is a pipe
 */
int input_open_again(struct input *in, const struct input *other);

/** @return the name of the input, for messages */
const char *input_name(const struct input *in);

/** @return whether anything was read; otherwise `fault` is set. Context: at the end of the input. */
bool input_has_packets(struct input *in);

/** @return whether the rate of the times is known; otherwise `fault` is set. Context: after the first item
 * with a time. */
bool input_has_rate(struct input *in);

void input_close(struct input *in);

#endif
