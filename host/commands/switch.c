/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor switch: show and switch the sites of a program before it is flashed: of its points, blocks, events
 * and functions, in the ELF file or in the binary that was made from it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/file.h>
#include <cli/cli.h>
#include <cli/log.h>
#include <cli/output.h>
#include <elf/sites.h>
#include <spoor/util/glob.h>

static struct {
    const char *output, *binary, *base;
    struct option_list on, off;
    bool sites;
} given;

static const struct option options[] = {
    {"on", 0, OPTION_LIST, &given.on, "NAME", "Switch on NAME, or all that match the pattern NAME."},
    {"off", 0, OPTION_LIST, &given.off, "NAME", "Switch off NAME, or all that match the pattern NAME."},
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write the switched program to FILE."},
    {"bin", 0, OPTION_TEXT, &given.binary, "FILE",
     "Read the program from FILE, a binary made from ELF, and write a binary."},
    {"base", 0, OPTION_TEXT, &given.base, "ADDRESS",
     "The address of the first byte of --bin FILE. By default that of ELF's first byte in flash."},
    {"sites", 's', OPTION_FLAG, &given.sites, NULL, "List each site, with its place in the source."},
    OPTION_END};

static const char description[] =
    "A program that was built with CONFIG_TRACE_PATCHED has one instruction at each use of a point, a "
    "block or an event: a no-operation for off, or a branch for on. `spoor switch` lists them, and "
    "exchanges them before the program is flashed. So one build serves the lab and the field, and "
    "recordings of both fit its ELF file. With CONFIG_TRACE_FUNCTION_PATCHED each function has such an "
    "instruction, too.\n"
    "NAME is a name, or a pattern with `*`, `?` or `[a-z]`. `point:`, `block:`, `event:` or `function:` "
    "before it selects only these. The last NAME that matches counts: --off '*' --on adc leaves only adc on. "
    "An "
    "event that is off doesn't evaluate its words.";

static const struct doc_item examples[] = {
    {"spoor switch firmware.elf", "List points, blocks and events with their sites and states."},
    {"spoor switch firmware.elf --off '*' --on 'irq_*' --on event:adc -o field.elf",
     "Leave only these on in the field."},
    {"spoor switch firmware.elf --bin firmware.bin --off '*' -o field.bin",
     "Switch everything off in a binary."},
    {NULL}};

static const char *kind_of_id(const struct spoor_id *id)
{
    return id->class == SPOOR_POINT ? "point" : id->class == SPOOR_BLOCK ? "block" : "event";
}

static const char *kind_of(const struct site *s)
{
    return s->function != NULL ? "function" : kind_of_id(s->id);
}

/* @return the name of what is switched, or NULL */
static const char *name_of(const struct site *s)
{
    return s->function != NULL ? s->function : s->id != NULL ? s->id->name : NULL;
}

/* ------------------------------------------------------------------ names */

/* The names of --on and --off, in the order of the command line. */
static struct rule {
    const char *word;
    bool on;
} rules[2 * OPTION_LIST_MAX];
static unsigned rule_count;

static bool is_item(const struct option_list *list, const char *word)
{
    for (unsigned n = 0; n < list->count; n++) {
        if (list->item[n] >= word && list->item[n] <= word + strlen(word)) {
            return true;
        }
    }
    return false;
}

static const char *item_in(const struct option_list *list, const char *word)
{
    unsigned n = 0;

    while (list->item[n] < word || list->item[n] > word + strlen(word)) {
        n++;
    }
    return list->item[n];
}

/* The items of a list point into the words of the command line. */
static void collect_rules(const struct cli *cli)
{
    rule_count = 0;
    for (unsigned n = 0; n < cli->words; n++) {
        bool on = is_item(&given.on, cli->word[n]);

        if (on || is_item(&given.off, cli->word[n])) {
            rules[rule_count++] = (struct rule){item_in(on ? &given.on : &given.off, cli->word[n]), on};
        }
    }
}

static bool matches(const char *word, const char *kind, const char *name)
{
    size_t length = strlen(kind);

    return strcmp(word, name) == 0 || spoor_glob_match(word, name) ||
           (strncmp(word, kind, length) == 0 && word[length] == ':' &&
            (strcmp(word + length + 1, name) == 0 || spoor_glob_match(word + length + 1, name)));
}

/* @return the last rule for what a site switches, or NULL */
static const struct rule *rule_of(const struct site *s)
{
    for (unsigned n = rule_count; name_of(s) != NULL && n-- > 0;) {
        if (matches(rules[n].word, kind_of(s), name_of(s))) {
            return &rules[n];
        }
    }
    return NULL;
}

/* @return the part of a word after `point:`, `block:`, `event:` or `function:`, which receives the kind; or
 * the word, with NULL */
static const char *without_kind(const char *word, const char **kind)
{
    static const char *const kinds[] = {"point", "block", "event", "function"};

    for (unsigned n = 0; n < COUNT_OF(kinds); n++) {
        size_t length = strlen(kinds[n]);

        if (strncmp(word, kinds[n], length) == 0 && word[length] == ':') {
            *kind = kinds[n];
            return word + length + 1;
        }
    }
    *kind = NULL;
    return word;
}

/* @return why no word can name a site of a kind, or NULL */
static const char *no_names(const struct sites *s, const char *kind)
{
    bool named = false;

    for (size_t i = 0; i < s->count; i++) {
        bool has_name = name_of(&s->list[i]) != NULL;

        named |= has_name;
        if (has_name && (kind == NULL || strcmp(kind, kind_of(&s->list[i])) == 0)) {
            return NULL;
        }
    }
    if (!named) {
        return "its sites have no names. Is it stripped?";
    }
    return kind != NULL && strcmp(kind, "function") == 0
               ? "no function has a site. Was the program built with CONFIG_TRACE_FUNCTION_PATCHED?"
               : NULL;
}

/* @return CLI_OK if a word names something that has a site; else an exit status, after a message */
static int check_word(const char *word, const struct sites *s, const struct spoor_elf *elf)
{
    const char *kind, *name = without_kind(word, &kind), *none = no_names(s, kind);
    struct nearest near = {.word = name};
    bool known = false;
    char text[300];

    if (none != NULL) {
        return cli_failed(spoor_elf_name(elf), none);
    }
    for (size_t i = 0; i < s->count; i++) {
        const struct site *site = &s->list[i];

        if (name_of(site) != NULL) {
            if (kind == NULL || strcmp(kind, kind_of(site)) == 0) {
                nearest_offer(&near, name_of(site));
            }
            if (matches(word, kind_of(site), name_of(site))) {
                return CLI_OK;
            }
        }
    }
    for (unsigned i = 0; i < spoor_ids_all(elf); i++) {
        const struct spoor_id *id = spoor_id(elf, i);

        known |= id->class != SPOOR_NONE && id->address != 0 && matches(word, kind_of_id(id), id->name);
    }
    snprintf(text, sizeof text, "\"%s\" %s%s", word,
             known ? "has no site in this program" : "names no point, block, event or function with a site",
             known ? "" : nearest_hint(&near));
    return cli_failed(spoor_elf_name(elf), text);
}

static int check_words(const struct sites *s, const struct spoor_elf *elf)
{
    for (unsigned n = 0; n < rule_count; n++) {
        if (check_word(rules[n].word, s, elf) != CLI_OK) {
            return CLI_UNREADABLE;
        }
    }
    return CLI_OK;
}

/* ------------------------------------------------------------------ the list */

static const char *state_of(const struct sites *s, const struct site *first, unsigned *count)
{
    unsigned on = 0;

    *count = 0;
    for (size_t n = 0; n < s->count; n++) {
        if (s->list[n].use == first->use) {
            (*count)++;
            on += s->list[n].on;
        }
    }
    return on == 0 ? "off" : on == *count ? "on" : "mixed";
}

static bool is_first(const struct sites *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s->list[i].use == s->list[n].use) {
            return false;
        }
    }
    return true;
}

static void print_one(const struct sites *s, const struct site *site)
{
    unsigned count;
    const char *state = state_of(s, site, &count);
    const struct spoor_id *id = site->id;

    if (site->function != NULL) {
        printf("function  %-5s  %3u  %s\n", state, count, site->function);
    } else if (id != NULL) {
        printf("%s  %-5s  %3u  %-18s  %s:%u\n", kind_of(site), state, count, id->name, id->file, id->line);
    } else {
        printf("?      %-5s  %3u  0x%08" PRIx32 "\n", state, count, site->use);
    }
}

/* Find the place of a site: where it was inlined from the profiler's own functions. */
static struct spoor_source place_of(const struct spoor_elf *elf, uint32_t address)
{
    struct spoor_source places[16];
    unsigned count = spoor_elf_source(elf, address, places, 16), n = 0;

    while (n + 1 < count && places[n].function != NULL && strncmp(places[n].function, "trace_", 6) == 0) {
        n++;
    }
    return n < count ? places[n] : (struct spoor_source){.function = NULL};
}

static void print_site(const struct spoor_elf *elf, const struct site *site)
{
    uint32_t address = site->function != NULL ? site->use : site->address;
    struct spoor_source place = place_of(elf, address);
    const char *name = name_of(site);

    printf("%s  %-5s  0x%08" PRIx32 "  %-18s  %s:%u  %s%s\n", name != NULL ? kind_of(site) : "?    ",
           site->on ? "on" : "off", address, name != NULL ? name : "?", place.file != NULL ? place.file : "?",
           place.line, place.function != NULL ? place.function : "?", site->end ? "  (end)" : "");
}

static int print_list(const struct spoor_elf *elf, const struct sites *s)
{
    for (size_t n = 0; n < s->count; n++) {
        if (given.sites) {
            print_site(elf, &s->list[n]);
        } else if (is_first(s, n)) {
            print_one(s, &s->list[n]);
        }
    }
    return CLI_OK;
}

/* ------------------------------------------------------------------ switching */

static void switch_all(const struct spoor_elf *elf, struct sites *s, uint8_t *image)
{
    unsigned on = 0, changed = 0;

    for (size_t n = 0; n < s->count; n++) {
        struct site *site = &s->list[n];
        const struct rule *rule = rule_of(site);

        if (rule != NULL) {
            changed += site->on != rule->on;
            site_switch(site, image, rule->on);
        }
        on += site->on;
    }
    log_line(LOG_INFO, "%s: %u of %zu sites are on, %u changed", spoor_elf_name(elf), on, s->count, changed);
}

static int write_switched(struct cli *cli, struct sites *s, const uint8_t *bytes, size_t size)
{
    struct output output;
    uint8_t *image = malloc(size + 1);

    if (image == NULL) {
        return cli_failed("switch", strerror(ENOMEM));
    }
    memcpy(image, bytes, size);
    switch_all(cli->input.elf, s, image);
    int result = output_open(&output, cli, given.output, true);

    if (result == CLI_OK) {
        out_bytes(output.out, (const char *)image, size);
        result = output_close(&output, result);
    }
    free(image);
    return result;
}

static int switch_image(struct cli *cli, const uint8_t *binary, size_t binary_bytes, uint64_t base)
{
    const struct spoor_elf *elf = cli->input.elf;
    size_t size = binary_bytes;
    const uint8_t *bytes = binary != NULL ? binary : sites_image(elf, &size);
    struct sites s;
    int result = sites_read(&s, elf, binary, binary_bytes, base);

    if (result != 0) {
        result = cli_failed(binary != NULL ? given.binary : spoor_elf_name(elf), s.wrong);
    } else if (rule_count == 0) {
        result = print_list(elf, &s);
    } else if ((result = check_words(&s, elf)) == CLI_OK) {
        result = write_switched(cli, &s, bytes, size);
    }
    sites_free(&s);
    return result;
}

static int switch_sites(struct cli *cli)
{
    char *end = NULL;
    uint64_t base = given.base != NULL ? strtoull(given.base, &end, 0) : UINT64_MAX;
    bool switches = given.on.count + given.off.count != 0;

    collect_rules(cli);
    if (given.base != NULL && (end == given.base || *end != 0 || given.binary == NULL)) {
        return cli_usage(given.binary == NULL ? "--base needs --bin FILE" : "--base isn't an address: ",
                         given.binary == NULL ? "" : given.base);
    }
    if (switches != (given.output != NULL)) {
        return cli_usage(switches ? "name the file to write: -o FILE" : "-o needs --on NAME or --off NAME",
                         "");
    }
    bool to_file = given.output != NULL && strcmp(given.output, "-") != 0;
    int result = to_file ? output_check(cli, given.output) : CLI_OK;

    if (result != CLI_OK || given.binary == NULL) {
        return result != CLI_OK ? result : switch_image(cli, NULL, 0, base);
    }
    struct spoor_report report = cli_report(cli);
    size_t size = 0;
    const uint8_t *binary = file_map(given.binary, &size, &report);

    result = binary != NULL ? switch_image(cli, binary, size, base) : CLI_UNREADABLE;
    file_unmap(binary, size);
    return result;
}

SPOOR_COMMAND(switch, CLI_RECORD, "ELF",
              "switch points, blocks, events and functions of a program before it is flashed", CLI_PROGRAM,
              switch_sites, options, description, examples, .see = "names record");
