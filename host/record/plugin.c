/* SPDX-License-Identifier: BSD-2-Clause */
/* Find the plugin from the path of this program. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/count.h>
#include <record/plugin.h>

#if defined(_WIN32)

bool plugin_option(char *option, const char *elf, const char *out, uint64_t instructions, bool memory,
                   const char **wrong)
{
    (void)option;
    (void)elf;
    (void)out;
    (void)instructions;
    (void)memory;
    *wrong = "QEMU for Windows has no plugins: use the tool for Linux";
    return false;
}

#else

static bool find(char *path, size_t size)
{
    static const char *const places[] = {"spoor-qemu.so", "../lib/spoor/spoor-qemu.so"};
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

    if (n <= 0) {
        return false;
    }
    self[n] = 0;
    char *name = strrchr(self, '/');

    if (name == NULL) {
        return false;
    }
    name[1] = 0;
    for (unsigned i = 0; i < COUNT_OF(places); i++) {
        int used = snprintf(path, size, "%s%s", self, places[i]);

        if (used > 0 && (size_t)used < size && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* Append a text in which a comma ends nothing: QEMU wants it twice. */
static bool add(char *option, const char *text)
{
    size_t used = strlen(option);

    for (; *text != 0 && used + 2 < PLUGIN_BYTES; text++) {
        if (*text == ',') {
            option[used++] = ',';
        }
        option[used++] = *text;
    }
    option[used] = 0;
    return *text == 0;
}

bool plugin_option(char *option, const char *elf, const char *out, uint64_t instructions, bool memory,
                   const char **wrong)
{
    char path[4200], number[64];

    if (!find(path, sizeof path)) {
        *wrong = "the plugin spoor-qemu.so isn't beside the tool, nor in ../lib/spoor: `make install` puts "
                 "it there";
        return false;
    }
    snprintf(number, sizeof number, ",instructions=%" PRIu64 "%s", instructions, memory ? ",memory=on" : "");
    option[0] = 0;
    bool fits = add(option, path) && (strcat(option, ",elf="), add(option, elf)) &&
                (strcat(option, ",out="), add(option, out));

    *wrong = "the paths are too long";
    if (fits) {
        fits = strlen(option) + strlen(number) < PLUGIN_BYTES;
        if (fits) {
            strcat(option, number);
        }
    }
    return fits;
}

#endif
