/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The input of a query: a recording with its program, in a file, a pack or a memory image; or a profile of
 * another tool.
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
#include <core/core.h>
#include <profile/profile.h>
#include <read/reader.h>

struct input {
    const char *file, *elf_path;
    const char *image;    /**< MEMORY@ADDRESS, in place of a file; or NULL */
    const uint8_t *bytes; /**< the bytes of `file`, which stay valid; NULL: it is read */
    size_t bytes_size;
    const char *title; /**< where the bytes came from, for messages; or NULL */
    uint64_t rate;     /**< rate of a recording without a header; 0: unknown */
    struct spoor_report report;
    struct fault fault; /**< why a query failed; empty if that was reported already */
    struct spoor_elf *elf;
    struct spoor_reader *reader;
    struct profile profile;   /**< of another tool; `reader` is NULL then */
    const char *profile_kind; /**< the name of its format, or NULL */
    int pack_fd;              /**< the recording in a pack; 0 or -1: none */
    const char *tracer;       /**< the format of another tracer's recording; NULL: it is Spoor's */
    bool lost_by_cpu;         /**< converted: lost records are counted by CPU only, not by event */
    bool shares_elf;          /**< the program is owned by another input */
    const uint8_t *memory;    /**< the image or core dump, if it is mapped */
    size_t memory_bytes;
    struct spoor_segment segment; /**< the memory of an image */
    struct core *core;            /**< a core dump, in place of a recording; or NULL */
    uint8_t *folder;              /**< the files of a folder, which `bytes` is then */
    uint8_t *unpacked;            /**< the recording of a pack, if it is in memory */
    const uint8_t *converted; /**< another tracer's recording as one, owned by the input that converted it */
    size_t converted_size;
};

/** @return whether the recording is in a memory: an image or a core dump */
static inline bool input_is_memory(const struct input *in)
{
    return in->image != NULL || in->core != NULL;
}

/** @return the memory of an image or a core dump, as long as it is open */
struct spoor_memory input_memory(const struct input *in);

/** Open the program. @return STATUS_OK, or STATUS_UNREADABLE after a report */
int input_open_program(struct input *in, const char *path);

/**
 * Open a recording; "-" is standard input. `report` and `rate` must be set, and `image` if there is no file.
 *
 * @param elf_path  the program; NULL: that of a pack, or none
 * @return STATUS_OK or STATUS_UNREADABLE
 */
int input_open(struct input *in, const char *elf_path, const char *file);

/** The same, or open a profile of another tool. */
int input_open_any(struct input *in, const char *elf_path, const char *file);

/** Open a memory image or a core dump, and its program, without reading the rings. */
int input_open_memory(struct input *in, const char *elf_path, const char *file);

/** The same as input_open(), from a descriptor, which the caller must close. */
int input_open_fd(struct input *in, const char *elf_path, const char *name, int fd);

/**
 * Open the recording of another input again, from its beginning. The program is shared, and so is a
 * converted recording: the other input must be closed later.
 *
 * @param report  receives the messages; NULL: there are none
 * @return STATUS_OK; STATUS_UNREADABLE without a text if standard input is a pipe
 */
int input_open_again(struct input *in, const struct input *other, const struct spoor_report *report);

/** @return the name of the input, for messages */
const char *input_name(const struct input *in);

/** @return whether any packet was read; if not, `fault` is set. Must be called at the end of the input. */
bool input_has_packets(struct input *in);

/** @return whether the rate of the times is known; if not, `fault` is set. Must be called after the first
 * item with a time. */
bool input_has_rate(struct input *in);

void input_close(struct input *in);

#endif
