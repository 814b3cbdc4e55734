/* SPDX-License-Identifier: BSD-2-Clause */
/* Run an image and measure it, in one step: `spoor baseline --bare` and `spoor diff --bare`. */
#ifndef COMMANDS_RECORD_MEASURE_H
#define COMMANDS_RECORD_MEASURE_H

#include <base/system.h>
#include <cli/cli.h>
#include <compare/baseline.h>

/** How the image runs: the values of RECORD_MEASURE_OPTIONS. */
struct record_measure {
    bool bare;
    const char *qemu, *keep;
    uint64_t instructions, limit_ns;
};

#define RECORD_BARE_HELP "Run an ELF file in QEMU, and count its instructions as `spoor record --bare` does."
#define RECORD_QEMU_HELP                                                                                     \
    "With --bare: a board of this project, or a program with its options: 'qemu-system-arm -M mps2-an385'."
#define RECORD_COUNT_HELP "With --bare: end after N instructions. Without this, the image must end by itself."
#define RECORD_TIME_HELP  "With --bare: give up after this time, with status 3."
#define RECORD_KEEP_HELP  "With --bare: keep the counts in FILE, for `spoor profile` and others."

/** The rows of a struct record_measure in a command's table. */
#define RECORD_MEASURE_OPTIONS(given)                                                                        \
    {"bare", 0, OPTION_FLAG, &(given).bare, NULL, RECORD_BARE_HELP},                                         \
        {"qemu", 'q', OPTION_TEXT, &(given).qemu, "BOARD", RECORD_QEMU_HELP},                                \
        {"instructions", 0, OPTION_COUNT, &(given).instructions, "N", RECORD_COUNT_HELP},                    \
        {"time", 't', OPTION_SPAN, &(given).limit_ns, "TIME", RECORD_TIME_HELP},                             \
    {                                                                                                        \
        "keep", 'k', OPTION_TEXT, &(given).keep, "FILE", RECORD_KEEP_HELP                                    \
    }

#if SYSTEM_DEVICES
#include <record/record.h>

static inline void record_measure_resolve(struct baseline *b)
{
    target_resolve(b->board);
}

/** Check options that need others. @return CLI_OK, or an exit status after a message */
int record_measure_check(const struct record_measure *given);

/**
 * Run an image to its end, and measure it.
 *
 * @param b  the costs are added
 * @return CLI_OK; CLI_CANT_SAY if the image failed or was stopped, after a message; or another status after
 * one
 */
int record_measure(struct cli *cli, const struct record_measure *given, const char *elf, struct baseline *b);

#else

/* The boards aren't known. */
static inline void record_measure_resolve(struct baseline *b)
{
    (void)b;
}

static inline int record_measure_check(const struct record_measure *given)
{
    return given->bare ? cli_usage("--bare needs an emulator: use the native tool", "") : CLI_OK;
}

static inline int record_measure(struct cli *cli, const struct record_measure *given, const char *elf,
                                 struct baseline *b)
{
    (void)cli;
    (void)given;
    (void)elf;
    (void)b;
    return CLI_UNREADABLE;
}

#endif

#endif
