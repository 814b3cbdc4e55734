/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor pack: put a recording, its program and the source files that it refers to in one file. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <base/hash.h>
#include <base/path.h>
#include <cli/output.h>
#include <import/pack.h>

static struct {
    const char *output, *source;
    bool no_source;
} given;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write the pack to FILE (default trace.spoorpack)."},
    {"source", 0, OPTION_TEXT, &given.source, "FOLDER",
     "The folder of the source (default: the current one). Files outside of it are left out."},
    {"no-source", 0, OPTION_FLAG, &given.no_source, NULL, "Leave out the source."},
    OPTION_END};

static const char description[] =
    "Every command reads a pack in place of FILE, without --elf. A pack is a ZIP file with recording.spoor, "
    "program.elf, and source/ with the files of the events, blocks and points, and of the recorded "
    "functions.";

static const struct doc_item examples[] = {
    {"spoor pack -o demo.spoorpack -e ELF FILE", "Make a file for a colleague."},
    {"spoor report demo.spoorpack", "Read it."},
    {NULL}};

#define FILES_MAX 4096

struct files {
    struct pack_file list[FILES_MAX];
    size_t count;
    unsigned outside, missing;
    char root[PATH_MAX];
    struct hash known;
    const char **names;
};

static bool same(void *arg, uint32_t index)
{
    const struct files *f = ((const void **)arg)[0];
    const char *name = ((const void **)arg)[1];

    return strcmp(f->names[index], name) == 0;
}

/* Debug information may name any file: take only those below the source folder. */
static void add_file(struct files *f, const char *name)
{
    char path[PATH_MAX], real[PATH_MAX];
    uint64_t hash = hash_bytes(4, name, strlen(name));
    size_t root = strlen(f->root), known = f->known.used;

    if (name[0] == 0 || f->count == FILES_MAX || known == FILES_MAX ||
        hash_find(&f->known, hash, same, (const void *[]){f, name}) != HASH_NONE ||
        !hash_add(&f->known, hash, (uint32_t)known)) {
        return;
    }
    f->names[known] = name;
    snprintf(path, sizeof path, "%s%s%s", path_is_absolute(name) ? "" : f->root,
             path_is_absolute(name) ? "" : "/", name);
    if (realpath(path, real) == NULL) {
        f->missing++;
    } else if (strncmp(real, f->root, root) != 0 || (real[root] != '/' && f->root[root - 1] != '/')) {
        f->outside++;
    } else {
        f->list[f->count++] = (struct pack_file){name, strdup(real)};
    }
}

static void add_address(struct cli *cli, struct files *f, struct hash *seen, uint32_t address)
{
    struct spoor_source places[8];

    address &= ~UINT32_C(1);
    if (hash_find_key(seen, address) != HASH_NONE || !hash_add(seen, address, 0)) {
        return;
    }
    unsigned n = spoor_elf_source(cli->input.elf, address, places, 8);

    for (unsigned i = 0; i < n; i++) {
        add_file(f, places[i].file != NULL ? places[i].file : "");
    }
}

static int collect(struct cli *cli, struct files *f)
{
    const struct spoor_item *item;
    struct hash seen = {.room = 0};
    int more;

    for (unsigned n = 0; n < spoor_ids(cli->input.elf); n++) {
        add_file(f, spoor_id(cli->input.elf, n)->file);
    }
    while ((more = spoor_next(cli->input.reader, &item)) > 0) {
        enum spoor_class class =
            item->kind == SPOOR_RECORD ? spoor_id(cli->input.elf, item->id)->class : SPOOR_NONE;

        if (class == SPOOR_ENTER) {
            add_address(cli, f, &seen, item->word[0]);
        }
        for (uint32_t at = 4; class == SPOOR_STACK && at + 4 <= item->bytes; at += 4) {
            uint32_t word;

            memcpy(&word, item->data + at, 4);
            add_address(cli, f, &seen, (word & 1) != 0 ? word - 2 : word);
        }
    }
    hash_free(&seen);
    return more < 0 || !input_has_packets(&cli->input) ? CLI_UNREADABLE : CLI_OK;
}

static int write_pack(struct cli *cli, const struct files *f)
{
    const char *output = given.output != NULL ? given.output : "trace.spoorpack";

    if (output_check(cli, output) != CLI_OK) {
        return CLI_UNREADABLE;
    }
    const char *wrong = pack_write(output, cli->input.file, cli->input.elf_path, f->list, f->count);

    if (wrong != NULL) {
        return cli_failed(output, wrong);
    }
    fprintf(stderr, "%s: the recording, its program, and %zu source files", output, f->count);
    if (f->outside != 0) {
        fprintf(stderr, "; %u%s are outside of %s", f->outside, f->count != 0 ? " more" : "", f->root);
    }
    if (f->missing != 0) {
        fprintf(stderr, "; %u%s don't exist", f->missing, f->count != 0 ? " more" : "");
    }
    if (f->count == 0 && f->outside + f->missing != 0) {
        fprintf(stderr, ": name the folder of the source by --source");
    }
    fprintf(stderr, ". Next:\n  spoor info %s\n", output);
    return CLI_OK;
}

static int pack(struct cli *cli)
{
    static struct files f;
    int result;

    f.names = calloc(FILES_MAX, sizeof *f.names);
    if (input_is_memory(&cli->input)) {
        result = cli_usage("pack needs a recording; `spoor cut` makes one of a memory", "");
    } else if (strcmp(cli->input.file, "-") == 0) {
        result = cli_usage("pack needs a recording in a file", "");
    } else if (pack_is(cli->input.file)) {
        result = cli_usage("this is a pack already: ", cli->input.file);
    } else if (cli->input.elf_path == NULL) {
        result = cli_usage("pack needs --elf ELF", "");
    } else if (f.names == NULL || realpath(given.source != NULL ? given.source : ".", f.root) == NULL) {
        result = cli_failed(given.source != NULL ? given.source : ".", strerror(errno));
    } else {
        result = given.no_source ? CLI_OK : collect(cli, &f);
        result = result == CLI_OK ? write_pack(cli, &f) : result;
    }
    for (size_t n = 0; n < f.count; n++) {
        free((char *)(uintptr_t)f.list[n].path);
    }
    free(f.names);
    hash_free(&f.known);
    return result;
}

SPOOR_COMMAND(pack, CLI_CONVERT, "FILE", "put a recording, its program and its source in one file",
              CLI_RECORDING, pack, options, description, examples, .see = "cut report");
