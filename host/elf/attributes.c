/* SPDX-License-Identifier: BSD-2-Clause */
/* Addenda to the ABI for the Arm Architecture (IHI0045), 3: build attributes. */
#include <string.h>
#include <elf/attributes.h>
#include <elf/dwarf/cursor.h>
#include <elf/format.h>

enum { TAG_FILE = 1, CPU_RAW_NAME = 4, CPU_NAME = 5, CPU_ARCH = 6, CPU_ARCH_PROFILE = 7, COMPATIBILITY = 32 };

/* Of 64 bits each: the values of CPU_ARCH for Armv8-M and Armv8.1-M, and all that only the M-profile has. */
#define ARCHS_V8M (UINT64_C(1) << 16 | UINT64_C(1) << 17 | UINT64_C(1) << 21)
#define ARCHS_M   (UINT64_C(1) << 11 | UINT64_C(1) << 12 | UINT64_C(1) << 13 | ARCHS_V8M)

struct built_for {
    char profile; /* 0: unknown */
    bool v8m;
};

static bool has_text(uint64_t tag)
{
    return tag == CPU_RAW_NAME || tag == CPU_NAME || (tag > COMPATIBILITY && tag % 2 != 0);
}

static struct built_for built_of_file(struct cursor *c)
{
    struct built_for b = {0, false};
    char profile = 0;

    while (c->at < c->end && !c->failed) {
        uint64_t tag = cursor_uleb(c), value = has_text(tag) ? 0 : cursor_uleb(c);

        if (has_text(tag) || tag == COMPATIBILITY) {
            (void)cursor_text(c);
        } else if (tag == CPU_ARCH_PROFILE && (value == 'A' || value == 'R' || value == 'M')) {
            b.profile = (char)value;
        } else if (tag == CPU_ARCH && value < 64 && (ARCHS_M >> value & 1) != 0) {
            profile = 'M';
            b.v8m = (ARCHS_V8M >> value & 1) != 0;
        }
    }
    b.profile = b.profile != 0 ? b.profile : profile;
    return b;
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

static struct built_for built_of_vendor(struct cursor *c)
{
    const char *vendor = cursor_text(c);
    struct built_for b = {0, false};

    while (vendor != NULL && strcmp(vendor, "aeabi") == 0 && c->at < c->end && !c->failed && b.profile == 0) {
        const uint8_t *begin = c->at;
        uint64_t tag = cursor_uleb(c);
        struct cursor part = take_part(c, begin);

        b = tag == TAG_FILE ? built_of_file(&part) : b;
    }
    return b;
}

static struct built_for built_for(const struct elf_headers *h)
{
    struct built_for b = {0, false};

    for (size_t n = 0; n < h->section_count && b.profile == 0 && h->machine == EM_ARM && !h->big_endian;
         n++) {
        const struct elf_header *s = &h->sections[n];
        const uint8_t *bytes = s->type == SHT_ARM_ATTRIBUTES ? headers_bytes(h, s) : NULL;

        if (bytes == NULL || s->size < 1 || bytes[0] != 'A') {
            continue;
        }
        struct cursor c = {bytes + 1, bytes + s->size, false};

        while (c.at < c.end && !c.failed && b.profile == 0) {
            struct cursor part = take_part(&c, c.at);

            b = built_of_vendor(&part);
        }
    }
    return b;
}

char attributes_profile(const struct elf_headers *h)
{
    return built_for(h).profile;
}

bool attributes_is_v8m(const struct elf_headers *h)
{
    return built_for(h).v8m;
}
