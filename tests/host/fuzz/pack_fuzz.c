/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the reader of packs: an input that begins like one is opened, and its members are unpacked. Other
 * inputs are deflated data, on which zlib must have the same verdict and output.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <base/bytes.h>
#include <base/inflate.h>
#include <import/pack.h>

#define OUTPUT_MAX (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void message(void *arg, const char *text)
{
    ++*(unsigned *)arg;
    if (strchr(text, '\n') != NULL) {
        abort(); /* a message must be one line */
    }
}

static void use_pack(const uint8_t *bytes, size_t n)
{
    unsigned messages = 0;
    struct spoor_report report = {.message = message, .arg = &messages};
    struct pack *p = pack_open_memory(bytes, n, "fuzz", &report);
    size_t size;

    if (p == NULL) {
        if (messages != 1) {
            abort();
        }
        return;
    }
    for (unsigned member = 0; member < 2; member++) {
        messages = 0;
        uint8_t *unpacked = member == 0 ? pack_program(p, &size) : pack_recording_memory(p, &size);

        if ((unpacked == NULL) != (messages == 1) || (unpacked != NULL && unpacked[size] != 0)) {
            abort();
        }
        free(unpacked);
    }
    pack_close(p);
}

static bool to_bytes(void *arg, const uint8_t *bytes, size_t n)
{
    struct bytes *b = arg;

    bytes_add(b, bytes, n);
    return b->used <= OUTPUT_MAX;
}

static void use_deflated(const uint8_t *bytes, size_t n)
{
    static uint8_t wanted[OUTPUT_MAX + 1]; /* more than is accepted */
    z_stream z = {.next_in = (uint8_t *)(uintptr_t)bytes,
                  .avail_in = (uInt)n,
                  .next_out = wanted,
                  .avail_out = sizeof wanted};
    struct bytes b = {0};

    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) {
        abort();
    }
    bool accepted = inflate(&z, Z_FINISH) == Z_STREAM_END;
    const char *wrong = inflate_bytes(bytes, n, to_bytes, &b);

    if (accepted != (wrong == NULL) ||
        (accepted && (b.used != z.total_out || (b.used != 0 && memcmp(b.data, wanted, b.used) != 0)))) {
        abort();
    }
    (void)inflateEnd(&z);
    bytes_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n >= 2 && bytes[0] == 'P' && bytes[1] == 'K') {
        use_pack(bytes, n);
    } else {
        use_deflated(bytes, n);
    }
    return 0;
}
