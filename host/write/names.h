/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers as text: times, threads, addresses, values of fields. */
#ifndef WRITE_NAMES_H
#define WRITE_NAMES_H

#include <base/out.h>
#include <read/read.h>

#define NAMES_CACHED 4096
#define NAMES_SHORT  56

struct names {
    const struct spoor_elf *elf;
    const struct spoor_reader *reader;
    struct names_address {
        uint32_t address;
        uint8_t length; /**< 0: free */
        char text[NAMES_SHORT];
    } * addresses; /**< NAMES_CACHED of them, by a hash */
};

/** @return false without memory */
bool names_open(struct names *n, const struct spoor_elf *elf, const struct spoor_reader *reader);
void names_close(struct names *n);

/** Append "name", "name+0x12" or "0x20001234"; "0" for 0. */
void names_address(const struct names *n, struct out *o, uint32_t address);

/** Append a thread's name, or "thread 7", escaped. @return characters appended */
size_t names_thread(const struct names *n, struct out *o, uint32_t number);

/** Append the name of an object: one that the target told, else its symbol. */
void names_object(const struct names *n, struct out *o, uint32_t address);

/** @return the name of an event, block or point; "id 7" of none, valid until the next call */
const char *names_id(const struct spoor_elf *elf, unsigned id);

/** Append a value as text. */
void names_value(const struct names *n, struct out *o, const struct spoor_field *f, uint32_t value);

/** Append a time in seconds, or in cycles where the rate isn't known; `width` characters before the point. */
void names_time(const struct names *n, struct out *o, uint64_t cycles);

#endif
