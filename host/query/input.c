/* SPDX-License-Identifier: BSD-2-Clause */
/* The first bytes of a file show its kind. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/file.h>
#include <base/system.h>
#include <core/core.h>
#include <foreign/folder.h>
#include <foreign/foreign.h>
#include <foreign/refused.h>
#include <import/import.h>
#include <import/pack.h>
#include <query/input.h>

#define STANDARD_INPUT "(standard input)"

const char *input_name(const struct input *in)
{
    return in->title != NULL            ? in->title
           : in->image != NULL          ? in->image
           : strcmp(in->file, "-") == 0 ? STANDARD_INPUT
                                        : in->file;
}

bool input_has_packets(struct input *in)
{
    if (input_is_memory(in) || spoor_traffic(in->reader)->packets != 0) {
        return true;
    }
    const struct spoor_traffic *t = spoor_traffic(in->reader);
    bool empty = t->text_bytes == 0 && t->bytes == 0;

    (void)fault_set(
        &in->fault, STATUS_UNREADABLE,
        empty ? "%s: it is empty, or has zero bytes only"
              : "%s: no trace packets. Was it recorded from the trace link, with `trace_stream on`?",
        input_name(in));
    return false;
}

int input_open_program(struct input *in, const char *path)
{
    in->elf = spoor_elf_open(path, &in->report);
    return in->elf != NULL ? STATUS_OK : STATUS_UNREADABLE;
}

bool input_has_rate(struct input *in)
{
    if (spoor_recording(in->reader)->header.hz != 0) {
        return true;
    }
    (void)fault_set(&in->fault, STATUS_UNREADABLE,
                    "%s: no header was received, so the rate of the times is unknown: give it by --rate HZ",
                    input_name(in));
    return false;
}

static int opened(const struct input *in)
{
    if (in->reader != NULL) {
        spoor_assume_rate(in->reader, (uint32_t)in->rate);
    }
    return in->reader != NULL ? STATUS_OK : STATUS_UNREADABLE;
}

/* @return false if the memory of --image is another program's, after a report */
static bool image_is_of_program(const struct input *in)
{
    const struct core plain = {.memory = {&in->segment, 1}};

    return core_fits(&plain, in->elf, in->image, &in->report) &&
           spoor_memory_is_of(&plain.memory, in->elf, in->image, &in->report);
}

/* Map the memory of --image. @return STATUS_OK, or a status after a report */
static int map_image(struct input *in)
{
    const char *at = strrchr(in->image, '@');
    char *end = NULL;
    unsigned long address = at != NULL ? strtoul(at + 1, &end, 0) : 0;

    if (at == NULL || at[1] == 0 || *end != 0 || address > UINT32_MAX) {
        return fault_usage(&in->fault, "--image is MEMORY@ADDRESS, not %s", in->image);
    }
    if (in->elf == NULL) {
        return fault_usage(&in->fault, "--image needs --elf");
    }
    char *path = strndup(in->image, (size_t)(at - in->image));

    in->memory = path != NULL ? file_map(path, &in->memory_bytes, &in->report) : NULL;
    free(path);
    in->segment = (struct spoor_segment){(uint32_t)address, in->memory, in->memory_bytes};
    return in->memory != NULL && image_is_of_program(in) ? STATUS_OK : STATUS_UNREADABLE;
}

/* Map the file, if it is a core dump. @return whether it is one, also after a failure */
static bool find_core(struct input *in)
{
    const uint8_t *bytes = in->bytes;
    size_t size = in->bytes_size;

    if (bytes == NULL && strcmp(in->file, "-") != 0) {
        bytes = in->memory = file_map(in->file, &size, NULL);
        in->memory_bytes = size;
    }
    if (bytes != NULL && core_is(bytes, size)) {
        in->core = core_open(bytes, size, in->file, &in->report);
        return true;
    }
    if (in->memory != NULL) {
        file_unmap(in->memory, in->memory_bytes);
        in->memory = NULL;
    }
    return false;
}

/* @return false if there is no such file, after a report */
static bool is_readable(const struct input *in)
{
    bool maps = in->bytes == NULL && strcmp(in->file, "-") != 0;
    size_t size = 0;
    const uint8_t *bytes = maps ? file_map(in->file, &size, &in->report) : NULL;

    file_unmap(bytes, size);
    return !maps || bytes != NULL;
}

/* @return whether a core was opened and is one of the program; else `fault` is set, or after a report */
static bool is_of_program(struct input *in)
{
    if (in->core != NULL && in->elf == NULL) {
        (void)fault_usage(&in->fault, "%s is %s: name its program with --elf", in->file, in->core->format);
        return false;
    }
    return in->core != NULL && core_fits(in->core, in->elf, in->file, &in->report) &&
           spoor_memory_is_of(&in->core->memory, in->elf, in->file, &in->report);
}

struct spoor_memory input_memory(const struct input *in)
{
    return in->core != NULL ? in->core->memory : (struct spoor_memory){&in->segment, 1};
}

/* Read the rings of a memory. */
static int open_rings(struct input *in)
{
    struct spoor_memory memory = input_memory(in);
    const char *at = in->image != NULL ? strrchr(in->image, '@') : NULL;
    char *name = at != NULL ? strndup(in->image, (size_t)(at - in->image)) : strdup(in->file);

    if (name != NULL) {
        in->reader = spoor_open_segments(&memory, name, in->elf, &in->report);
    }
    free(name);
    return opened(in);
}

/* The recording of a pack goes to a temporary file, or to memory on systems without them. */
static void open_packed(struct input *in, struct pack *pack)
{
    size_t size;

    if (SYSTEM_TEMPORARY && in->bytes == NULL) {
        in->pack_fd = pack_recording(pack);
        in->reader = in->pack_fd >= 0 ? spoor_open_fd(in->pack_fd, in->file, in->elf, &in->report) : NULL;
        return;
    }
    in->unpacked = pack_recording_memory(pack, &size);
    if (in->unpacked != NULL) {
        in->reader = spoor_open_memory(in->unpacked, size, in->file, in->elf, &in->report);
    }
}

/* A pack contains its program; --elf overrides it. */
static int open_pack(struct input *in)
{
    struct pack *pack = in->bytes != NULL ? pack_open_memory(in->bytes, in->bytes_size, in->file, &in->report)
                                          : pack_open(in->file, &in->report);
    size_t size;

    if (pack != NULL && in->elf == NULL) {
        uint8_t *program = pack_program(pack, &size);

        in->elf = program != NULL ? spoor_elf_open_memory(program, size, in->file, &in->report) : NULL;
        free(program);
    }
    if (pack != NULL && in->elf != NULL) {
        open_packed(in, pack);
    }
    pack_close(pack);
    return opened(in);
}

/*
 * Find the format of another tracer's recording. A folder becomes the input's bytes.
 * @return NULL if it isn't one
 */
static const struct foreign_format *format_of(struct input *in)
{
    struct bytes folder = {0};
    size_t size;

    if (in->image != NULL || in->bytes != NULL) {
        return in->bytes != NULL ? foreign_find(in->bytes, in->bytes_size) : NULL;
    }
    if (strcmp(in->file, "-") == 0) {
        return NULL;
    }
    if (folder_pack(&folder, in->file) == NULL && foreign_find(folder.data, folder.used) != NULL) {
        in->bytes = in->folder = folder.data;
        in->bytes_size = folder.used;
        return foreign_find(folder.data, folder.used);
    }
    bytes_free(&folder);
    const uint8_t *bytes = file_map(in->file, &size, NULL);
    const struct foreign_format *format = bytes != NULL ? foreign_find(bytes, size) : NULL;

    file_unmap(bytes, bytes != NULL ? size : 0);
    return format;
}

/* Open the program that describes the events of another tracer. The given one has the code, or doesn't
 * matter. */
static bool open_description(struct input *in, const struct foreign_format *format,
                             const struct bytes *program)
{
    struct spoor_elf *given = in->elf;

    in->elf = spoor_elf_open_memory(program->data, program->used, in->file, &in->report);
    if (in->elf == NULL || !format->needs_code || (given == NULL && in->elf_path == NULL)) {
        spoor_elf_close(given);
        return in->elf != NULL;
    }
    if (given != NULL) {
        spoor_elf_take_code(in->elf, given);
    } else if (!spoor_elf_set_code(in->elf, in->elf_path, &in->report)) {
        spoor_elf_close(in->elf);
        return false;
    }
    return true;
}

/* It is converted in memory, with the program that describes its events. */
static int open_foreign(struct input *in, const struct foreign_format *format)
{
    size_t size = in->bytes_size;
    const uint8_t *bytes = in->bytes != NULL ? in->bytes : file_map(in->file, &size, &in->report);
    struct bytes program = {0}, recording = {0};

    if (bytes != NULL && foreign_convert(format, bytes, size, in->file, (uint32_t)in->rate, &in->report,
                                         &program, &recording)) {
        if (!in->shares_elf && !open_description(in, format, &program)) {
            in->elf = NULL;
        }
        in->tracer = format->name;
        in->lost_by_cpu = true;
        in->converted = in->unpacked = recording.data;
        in->converted_size = recording.used;
        in->reader = in->elf != NULL
                         ? spoor_open_memory(recording.data, recording.used, in->file, in->elf, &in->report)
                         : NULL;
    } else {
        bytes_free(&recording);
    }
    if (in->bytes == NULL) {
        file_unmap(bytes, bytes != NULL ? size : 0);
    }
    bytes_free(&program);
    return opened(in);
}

static int open_recording(struct input *in)
{
    const struct foreign_format *format = format_of(in);

    if (format != NULL) {
        return open_foreign(in, format);
    }
    if (in->elf == NULL && in->elf_path != NULL && input_open_program(in, in->elf_path) != STATUS_OK) {
        return STATUS_UNREADABLE;
    }
    if (in->image != NULL) {
        int result = map_image(in);

        return result == STATUS_OK ? open_rings(in) : result;
    }
    if (find_core(in)) {
        return is_of_program(in) ? open_rings(in) : STATUS_UNREADABLE;
    }
    if (in->bytes != NULL && pack_is_bytes(in->bytes, in->bytes_size)) {
        return open_pack(in);
    }
    if (in->bytes != NULL) {
        in->reader = spoor_open_memory(in->bytes, in->bytes_size, in->file, in->elf, &in->report);
        return opened(in);
    }
    if (refused_is(in->file, &in->report)) {
        return STATUS_UNREADABLE;
    }
    if (strcmp(in->file, "-") == 0) {
        in->reader = spoor_open_fd(STDIN_FILENO, STANDARD_INPUT, in->elf, &in->report);
    } else if (pack_is(in->file)) {
        return open_pack(in);
    } else {
        in->reader = spoor_open_file(in->file, in->elf, &in->report);
    }
    return opened(in);
}

/* Load a profile of another tool. @return whether the file is one */
static bool find_profile(struct input *in)
{
    size_t size = in->bytes_size;
    const uint8_t *bytes = in->bytes != NULL   ? in->bytes
                           : in->image == NULL ? file_map(in->file, &size, NULL)
                                               : NULL;
    const struct importer *importer = bytes != NULL ? import_find(bytes, size) : NULL;

    if (importer != NULL &&
        import_load(&in->profile, importer, bytes, size, in->file, in->elf_path, &in->report)) {
        in->profile_kind = importer->name;
    }
    if (in->bytes == NULL) {
        file_unmap(bytes, bytes != NULL ? size : 0);
    }
    return importer != NULL;
}

int input_open(struct input *in, const char *elf_path, const char *file)
{
    in->elf_path = elf_path;
    in->file = file;
    return open_recording(in);
}

int input_open_any(struct input *in, const char *elf_path, const char *file)
{
    in->elf_path = elf_path;
    in->file = file;
    if (find_profile(in)) {
        return in->profile_kind != NULL ? STATUS_OK : STATUS_UNREADABLE;
    }
    return open_recording(in);
}

int input_open_memory(struct input *in, const char *elf_path, const char *file)
{
    in->elf_path = elf_path;
    in->file = file;
    if (elf_path != NULL && input_open_program(in, elf_path) != STATUS_OK) {
        return STATUS_UNREADABLE;
    }
    if (in->image != NULL) {
        return map_image(in);
    }
    if (!is_readable(in)) {
        return STATUS_UNREADABLE;
    }
    if (!find_core(in)) {
        return fault_usage(&in->fault,
                           "%s isn't a core dump, ELF's or Zephyr's; a copy of the memory is --image "
                           "MEMORY@ADDRESS",
                           in->file);
    }
    return is_of_program(in) ? STATUS_OK : STATUS_UNREADABLE;
}

int input_open_fd(struct input *in, const char *elf_path, const char *name, int fd)
{
    in->elf_path = elf_path;
    in->file = name;
    if (input_open_program(in, elf_path) == STATUS_OK) {
        in->reader = spoor_open_fd(fd, name, in->elf, &in->report);
    }
    return opened(in);
}

int input_open_again(struct input *in, const struct input *other, const struct spoor_report *report)
{
    *in = (struct input){.file = other->file,
                         .elf_path = other->elf_path,
                         .elf = other->elf,
                         .shares_elf = true,
                         .rate = other->rate,
                         .bytes = other->bytes,
                         .bytes_size = other->bytes_size,
                         .report = report != NULL ? *report : (struct spoor_report){0}};
    if (other->profile_kind != NULL && find_profile(in)) {
        return in->profile_kind != NULL ? STATUS_OK : STATUS_UNREADABLE;
    }
    if (other->converted != NULL) {
        in->tracer = other->tracer;
        in->lost_by_cpu = true;
        in->converted = other->converted;
        in->converted_size = other->converted_size;
        in->reader = spoor_open_memory(in->converted, in->converted_size, in->file, in->elf, &in->report);
        return opened(in);
    }
    if (other->image != NULL || (strcmp(in->file, "-") == 0 && lseek(STDIN_FILENO, 0, SEEK_SET) != 0)) {
        return STATUS_UNREADABLE;
    }
    return open_recording(in);
}

void input_close(struct input *in)
{
    spoor_close(in->reader);
    if (in->pack_fd > 0) {
        close(in->pack_fd);
    }
    if (!in->shares_elf) {
        spoor_elf_close(in->elf);
    }
    profile_free(&in->profile);
    core_close(in->core);
    file_unmap(in->memory, in->memory_bytes);
    free(in->unpacked);
    free(in->folder);
    in->reader = NULL;
    in->elf = NULL;
}
