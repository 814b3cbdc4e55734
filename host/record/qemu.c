/* SPDX-License-Identifier: BSD-2-Clause */
/* Start QEMU with an image that was built for its board. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include <base/nearest.h>
#include <elf/format.h>
#include <record/boards.h>
#include <record/emulator.h>
#include <record/image.h>
#include <record/record.h>

#define BOARDS COUNT_OF(boards)

static char reason[1024]; /* why the start failed */

/* ------------------------------------------------------------------ is it the right image? */

/* @return NULL after setting `reason`, which lists the boards */
static const struct board *find_board(const char *name, const char *const *names)
{
    for (unsigned n = 0; n < BOARDS; n++) {
        if (strcmp(names[n], name) == 0) {
            return &boards[n];
        }
    }
    struct nearest near = {.word = name};

    for (unsigned n = 0; n < BOARDS; n++) {
        nearest_offer(&near, names[n]);
    }
    const char *hint = nearest_hint(&near);
    size_t used = (size_t)snprintf(reason, sizeof reason, "no such board: %.64s%s The boards are", name,
                                   *hint != 0 ? hint : ".");

    for (unsigned n = 0; n < BOARDS && used < sizeof reason; n++) {
        used += (size_t)snprintf(reason + used, sizeof reason - used, "%s %s", n != 0 ? "," : "", names[n]);
    }
    return NULL;
}

static bool is_riscv(const struct board *board)
{
    return strstr(board->emulator, "riscv") != NULL;
}

static bool image_fits(const struct board *board, const char *elf, const char *const *names)
{
    struct image image;
    const char *wrong;

    if (!image_read(&image, elf, names, BOARDS, board->name, &wrong)) {
        snprintf(reason, sizeof reason, "%s", wrong);
        return false;
    }
    if (image.board != NULL && strcmp(image.board, board->name) != 0) {
        snprintf(reason, sizeof reason, "the image was built for the board %s, not for %s: give --qemu %s",
                 image.board, board->name, image.board);
        return false;
    }
    if (image.machine != (is_riscv(board) ? EM_RISCV : EM_ARM)) {
        snprintf(reason, sizeof reason, "the image is for another processor than that of %s, which is %s",
                 board->name, is_riscv(board) ? "RISC-V" : "Arm");
        return false;
    }
    if (image.no_events) {
        snprintf(reason, sizeof reason,
                 "this image has no events to record: build one with TRACE_EVENTS=1, such as "
                 "demo-events.elf (docs/events.md)");
        return false;
    }
    return true;
}

/* An image without Spoor has no board. QEMU doesn't refuse an image of another processor, but runs it. */
static bool processor_fits(const struct board *board, const char *elf)
{
    bool is_64 = strstr(board->emulator, "aarch64") != NULL;
    const char *wrong;
    uint16_t machine;
    bool fits = true;

    if (!image_machine(&machine, elf, &wrong)) {
        snprintf(reason, sizeof reason, "%s", wrong);
        return false;
    }
    if (is_riscv(board)) {
        fits = machine == EM_RISCV;
    } else if (is_64 || strstr(board->emulator, "arm") != NULL) {
        fits = machine == EM_ARM || (is_64 && machine == EM_AARCH64);
    }
    if (!fits) {
        snprintf(reason, sizeof reason, "the image is for another processor than that of %s", board->name);
    }
    return fits;
}

/* ------------------------------------------------------------------ start and stop */

static void report_no_emulator(const struct board *board, int error)
{
    if (error == ENOENT) {
        snprintf(reason, sizeof reason, "%s isn't installed, or isn't in PATH: install %s", board->emulator,
                 emulator_package(is_riscv(board)));
    } else {
        snprintf(reason, sizeof reason, "%s: %s", board->emulator, strerror(error));
    }
}

/* Take a program with its options in place of a board. @return false if it is a board's name */
static bool take_program(struct board *any, const char *text)
{
    static char program[64];
    const char *blank = strchr(text, ' ');

    if (strncmp(text, "qemu-", 5) != 0 || blank == NULL) {
        return false;
    }
    snprintf(program, sizeof program, "%.*s", (int)(blank - text), text);
    *any = (struct board){text, program, blank + 1};
    return true;
}

bool target_start(struct target *t, const struct target_image *image, const char **where, const char **wrong)
{
    const char *names[BOARDS], *elf = image->elf;
    struct board any;

    for (unsigned n = 0; n < BOARDS; n++) {
        names[n] = boards[n].name;
    }
    *wrong = reason;
    *where = "--qemu";
    const struct board *board =
        image->plugin != NULL && take_program(&any, image->board) ? &any : find_board(image->board, names);

    if (board == NULL) {
        return false;
    }
    *where = elf;
    if (image->plugin == NULL ? !image_fits(board, elf, names) : !processor_fits(board, elf)) {
        return false;
    }
    *where = "--qemu";
    int error = emulator_start(t, &(struct emulator){board->emulator, board->options, elf, image->shift,
                                                     image->exact, image->plugin});

    if (error != 0) {
        report_no_emulator(board, error);
    }
    return error == 0;
}
