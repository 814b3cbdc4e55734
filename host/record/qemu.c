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

/* @return the value of an option among others, and its length; NULL if it isn't there */
static const char *option_of(const char *options, const char *name, size_t *length)
{
    size_t n = strlen(name);

    for (const char *at = options; (at = strstr(at, name)) != NULL; at += n) {
        if ((at == options || at[-1] == ' ') && at[n] == ' ') {
            at += n + strspn(at + n, " ");
            *length = strcspn(at, " ,");
            return at;
        }
    }
    return NULL;
}

static bool begins(const char *text, size_t length, const char *word)
{
    return text != NULL && length >= strlen(word) && strncmp(text, word, strlen(word)) == 0;
}

/* @return the profile of the Arm core that QEMU is given, 'A' or 'M'; 0: unknown */
static char profile_of(const struct board *board)
{
    size_t length = 0, other_length;
    const char *cpu = option_of(board->options, "-cpu", &length);

    if (board->profile != 0 || begins(cpu, length, "cortex-m")) {
        return board->profile != 0 ? board->profile : 'M';
    }
    if (begins(cpu, length, "cortex-a")) {
        return 'A';
    }
    const char *machine = option_of(board->options, "-M", &length);

    machine = machine != NULL ? machine : option_of(board->options, "-machine", &length);
    for (unsigned n = 0; n < BOARDS && machine != NULL; n++) {
        const char *other = option_of(boards[n].options, "-M", &other_length);

        if (boards[n].profile != 0 && other_length == length && strncmp(other, machine, length) == 0) {
            return boards[n].profile;
        }
    }
    return 0;
}

/* QEMU runs Thumb code of Arm's M-profile on other cores, too, from the vector table on. */
static bool profile_fits(const struct board *board, char profile)
{
    char own = profile_of(board);

    if (profile == 0 || own == 0 || (own == 'M') == (profile == 'M')) {
        return true;
    }
    size_t used = (size_t)snprintf(
        reason, sizeof reason,
        "the image is for Arm's %c-profile, but the core of %s has the %c-profile: give --qemu", profile,
        board->name, own);

    for (unsigned n = 0; n < BOARDS && used < sizeof reason; n++) {
        if ((boards[n].profile == 'M') == (profile == 'M') && boards[n].profile != 0) {
            used += (size_t)snprintf(reason + used, sizeof reason - used, " %s,", boards[n].name);
        }
    }
    if (used < sizeof reason) {
        snprintf(reason + used, sizeof reason - used, " or the image's own machine");
    }
    return false;
}

/* An image without Spoor has no board. QEMU doesn't refuse an image of another processor, but runs it. */
static bool processor_fits(const struct board *board, const char *elf)
{
    bool is_64 = strstr(board->emulator, "aarch64") != NULL;
    const char *wrong;
    uint16_t machine;
    char profile;
    bool fits = true;

    if (!image_processor(&machine, &profile, elf, &wrong)) {
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
    return fits && (machine != EM_ARM || profile_fits(board, profile));
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
    *any = (struct board){text, program, blank + 1, 0, false};
    return true;
}

/* Leave single blanks between words. */
static void join_words(char *text)
{
    char *to = text;

    for (const char *from = text; *from != 0; from++) {
        if (*from != ' ' || (to > text && to[-1] != ' ')) {
            *to++ = *from;
        }
    }
    *(to > text && to[-1] == ' ' ? to - 1 : to) = 0;
}

void target_resolve(char *board)
{
    struct board any;

    join_words(board);
    if (!take_program(&any, board)) {
        return;
    }
    for (unsigned n = 0; n < BOARDS; n++) {
        if (strcmp(boards[n].emulator, any.emulator) == 0 && strcmp(boards[n].options, any.options) == 0) {
            strcpy(board, boards[n].name); /* shorter, as the options contain it */
            return;
        }
    }
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
    int error =
        emulator_start(t, &(struct emulator){board->emulator, board->options, elf, image->shift, image->exact,
                                             board->one_cpu, image->plugin, image->typed});

    if (error != 0) {
        report_no_emulator(board, error);
    }
    return error == 0;
}
