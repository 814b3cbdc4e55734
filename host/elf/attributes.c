/* SPDX-License-Identifier: BSD-2-Clause */
/* Addenda to the ABI for the Arm Architecture (IHI0045), 3: build attributes. */
#include <string.h>
#include <elf/attributes.h>
#include <elf/dwarf/cursor.h>
#include <elf/format.h>

enum { TAG_FILE = 1, CPU_RAW_NAME = 4, CPU_NAME = 5, CPU_ARCH = 6, CPU_ARCH_PROFILE = 7, COMPATIBILITY = 32 };

/* Of 64 bits each: the values of CPU_ARCH that only the M-profile has, ARMv6-M to ARMv8.1-M. */
#define ARCHS_M                                                                                              \
    (UINT64_C(1) << 11 | UINT64_C(1) << 12 | UINT64_C(1) << 13 | UINT64_C(1) << 16 | UINT64_C(1) << 17 |     \
     UINT64_C(1) << 21)

static bool has_text(uint64_t tag)
{
    return tag == CPU_RAW_NAME || tag == CPU_NAME || (tag > COMPATIBILITY && tag % 2 != 0);
}

/* @return the profile that the attributes of the file have */
static char profile_of_file(struct cursor *c)
{
    char profile = 0;

    while (c->at < c->end && !c->failed) {
        uint64_t tag = cursor_uleb(c), value = has_text(tag) ? 0 : cursor_uleb(c);

        if (has_text(tag) || tag == COMPATIBILITY) {
            (void)cursor_text(c);
        } else if (tag == CPU_ARCH_PROFILE && (value == 'A' || value == 'R' || value == 'M')) {
            return (char)value;
        } else if (tag == CPU_ARCH && value < 64 && (ARCHS_M >> value & 1) != 0) {
            profile = 'M';
        }
    }
    return profile;
}

/* Take a part of the section, whose length contains what precedes it from `begin` on. */
static struct cursor take_part(struct cursor *c, const uint8_t *begin)
{
    uint64_t size = cursor_take(c, 4), head = (uint64_t)(c->at - begin);
    struct cursor part = {c->at, c->at, c->failed || size < head};

    if (!part.failed && cursor_skip(c, size - head)) {
        part.end = c->at;
    }
    c->failed |= part.failed;
    return part;
}

static char profile_of_vendor(struct cursor *c)
{
    const char *vendor = cursor_text(c);
    char profile = 0;

    while (vendor != NULL && strcmp(vendor, "aeabi") == 0 && c->at < c->end && !c->failed && profile == 0) {
        const uint8_t *begin = c->at;
        uint64_t tag = cursor_uleb(c);
        struct cursor part = take_part(c, begin);

        profile = tag == TAG_FILE ? profile_of_file(&part) : 0;
    }
    return profile;
}

char attributes_profile(const struct elf_headers *h)
{
    char profile = 0;

    for (size_t n = 0; n < h->section_count && profile == 0 && h->machine == EM_ARM && !h->big_endian; n++) {
        const struct elf_header *s = &h->sections[n];
        const uint8_t *bytes = s->type == SHT_ARM_ATTRIBUTES ? headers_bytes(h, s) : NULL;

        if (bytes == NULL || s->size < 1 || bytes[0] != 'A') {
            continue;
        }
        struct cursor c = {bytes + 1, bytes + s->size, false};

        while (c.at < c.end && !c.failed && profile == 0) {
            struct cursor part = take_part(&c, c.at);

            profile = profile_of_vendor(&part);
        }
    }
    return profile;
}
