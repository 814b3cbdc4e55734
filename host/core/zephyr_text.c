/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The console's text of Zephyr's core dump: lines with #CD: and hexadecimal digits, between #CD:BEGIN# and
 * #CD:END#. Before the mark may be what the logger prints, and between the lines any text. If there are
 * several dumps, the last is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "core_priv.h"

#define MARK  "#CD:"
#define BEGIN "BEGIN#"
#define END   "END#"
#define ERROR "ERROR CANNOT DUMP#"

/* A recording may have such lines, too, among its console's text. It has a zero byte near its begin. */
#define TEXT_PROBED 4096

static const uint8_t *find(const uint8_t *at, const uint8_t *end, const char *text)
{
    size_t n = strlen(text);

    for (; (size_t)(end - at) >= n; at++) {
        at = memchr(at, text[0], (size_t)(end - at) - n + 1);
        if (at == NULL || memcmp(at, text, n) == 0) {
            return at;
        }
    }
    return NULL;
}

bool core_text_is(const uint8_t *bytes, size_t size)
{
    return memchr(bytes, 0, size < TEXT_PROBED ? size : TEXT_PROBED) == NULL &&
           find(bytes, bytes + size, MARK BEGIN) != NULL;
}

static int digit(uint8_t c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool begins(const uint8_t *at, const uint8_t *end, const char *text)
{
    size_t n = strlen(text);

    return (size_t)(end - at) >= n && memcmp(at, text, n) == 0;
}

static size_t line_of(const struct core_input *in, const uint8_t *at)
{
    size_t line = 1;

    for (const uint8_t *b = in->bytes; b < at; b++) {
        line += *b == '\n';
    }
    return line;
}

/* Decode the digits after a mark. @return false after a report */
static bool take_line(const struct core_input *in, const uint8_t *at, const uint8_t *end, size_t *used)
{
    const uint8_t *first = at;

    while (end - at >= 2 && digit(at[0]) >= 0 && digit(at[1]) >= 0) {
        in->core->decoded[(*used)++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
        at += 2;
    }
    if (at == end || (end - at == 1 && digit(*at) >= 0)) {
        return true; /* the text ends here, without its last line */
    }
    /* Colours of the logger may follow, or the end of the line. */
    if (at != first && (*at == '\n' || *at == '\r' || *at == 0x1b || *at == ' ')) {
        return true;
    }
    return core_refuse(in, "line %zu: not pairs of hexadecimal digits", line_of(in, first));
}

bool core_text_read(const struct core_input *in)
{
    const uint8_t *end = in->bytes + in->size, *begin = in->bytes, *next;
    size_t used = 0;

    while ((next = find(begin, end, MARK BEGIN)) != NULL) {
        begin = next + sizeof(MARK BEGIN) - 1;
    }
    in->core->decoded = malloc(in->size / 2 + 1);
    if (in->core->decoded == NULL) {
        return core_refuse(in, "%s", strerror(ENOMEM));
    }
    while ((next = find(begin, end, MARK)) != NULL && !begins(next + sizeof(MARK) - 1, end, END)) {
        begin = next + sizeof(MARK) - 1;
        if (begins(begin, end, ERROR)) {
            return core_refuse(in, "line %zu: the target couldn't write it", line_of(in, begin));
        }
        if (!take_line(in, begin, end, &used)) {
            return false;
        }
    }
    if (next == NULL) {
        return core_refuse(in, "truncated: the line " MARK END " is missing");
    }
    const struct core_input decoded = {in->core, in->core->decoded, used, in->name, in->report};

    if (!core_zephyr_is(decoded.bytes, used)) {
        return core_refuse(in, "its bytes don't begin as Zephyr's header");
    }
    return core_zephyr_read(&decoded);
}
