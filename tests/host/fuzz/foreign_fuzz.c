/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the readers of other tracers' recordings. A file that no format takes is given to the one that its
 * last byte selects.
 * What a reader accepts must be a recording without damage: its times don't decrease on a CPU, and its
 * packets are whole.
 */
#include <stdlib.h>
#include <elf/elf.h>
#include <foreign/foreign.h>
#include <read/reader.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void read_back(const struct bytes *program, const struct bytes *recording)
{
    struct spoor_elf *elf = spoor_elf_open_memory(program->data, program->used, "program", NULL);
    struct spoor_reader *reader =
        elf != NULL ? spoor_open_memory(recording->data, recording->used, "recording", elf, NULL) : NULL;
    uint64_t last[SPOOR_CPUS_MAX] = {0};
    const struct spoor_item *item;

    if (reader == NULL) {
        abort();
    }
    while (spoor_next(reader, &item) > 0) {
        if (item->kind == SPOOR_MISSING || (item->kind == SPOOR_RECORD && item->time < last[item->cpu])) {
            abort();
        }
        if (item->kind == SPOOR_RECORD) {
            last[item->cpu] = item->time;
        }
    }
    spoor_close(reader);
    spoor_elf_close(elf);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const struct foreign_format *format = foreign_find(bytes, n);
    struct bytes program = {0}, recording = {0};
    size_t formats = 0;

    while (foreign_nth(formats) != NULL) {
        formats++;
    }
    if (format == NULL && n > 0) {
        format = foreign_nth(bytes[n - 1] % formats);
    }
    if (format != NULL && foreign_convert(format, bytes, n, "file", 1000000, NULL, &program, &recording)) {
        read_back(&program, &recording);
    }
    bytes_free(&program);
    bytes_free(&recording);
    return 0;
}
