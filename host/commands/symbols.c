/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor symbols: name the addresses in text such as the output of trace_functions. */
#include <cli/cli.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 8

/* @return whether "0x" and 8 digits begin at `at`, as a word of their own */
static bool is_address(const char *line, const char *at)
{
    if (strncmp(at, "0x", 2) != 0 || (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))) {
        return false;
    }
    size_t digits = strspn(at + 2, "0123456789abcdef");

    return digits == DIGITS && !isalnum((unsigned char)at[2 + DIGITS]) && at[2 + DIGITS] != '_';
}

static bool lines;

static const struct option options[] = {{"lines", 'l', OPTION_FLAG, &lines, NULL,
                                         "Add file and line, and the functions that were inlined there."},
                                        OPTION_END};

static const struct doc_item examples[] = {
    {"spoor symbols -l ELF <console.txt", "Name the addresses in the text of a fault."}, {NULL}};

/* "name file.c:12", and after a "<" the function that it was inlined into, with the line there. */
static void print_source(const struct spoor_elf *elf, uint32_t address)
{
    struct spoor_source places[16];
    unsigned n = spoor_elf_source(elf, address & ~UINT32_C(1), places, 16);

    for (unsigned i = 0; i < n; i++) {
        printf("%s%s %s:%u", i == 0 ? " " : " < ", places[i].function != NULL ? places[i].function : "?",
               places[i].file != NULL ? places[i].file : "?", places[i].line);
    }
}

/* Print the name, or with --lines the source, which includes the function. */
static void print_name(const struct spoor_elf *elf, uint32_t address)
{
    struct spoor_source place;
    const char *name = spoor_elf_symbol(elf, address, NULL);

    if (lines && spoor_elf_source(elf, address & ~UINT32_C(1), &place, 1) != 0) {
        print_source(elf, address);
    } else {
        printf(" %s", name != NULL ? name : "?");
    }
}

static void print_line(const struct spoor_elf *elf, const char *line)
{
    for (const char *at = line; *at != 0; at++) {
        if (is_address(line, at)) {
            printf("%.*s", 2 + DIGITS, at);
            print_name(elf, (uint32_t)strtoul(at, NULL, 16));
            at += 1 + DIGITS;
        } else {
            putchar(*at);
        }
    }
}

static int symbols(struct cli *cli)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) >= 0) {
        print_line(cli->input.elf, line);
    }
    free(line);
    return CLI_OK;
}

SPOOR_COMMAND(
    symbols, CLI_HELP, "ELF", "copy standard input, with a name after each address", CLI_PROGRAM, symbols,
    options, .more = "An address is 0x and 8 digits. The name of its function or object is written after it.",
    .examples = examples, .see = "names");
