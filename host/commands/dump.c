/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor dump: one item a line, in the order of time; losses where they happened. */
#include <inttypes.h>
#include <string.h>
#include <cli.h>
#include <running.h>

static void print_time(const struct cli *cli, uint64_t cycles)
{
    uint32_t hz = spoor_header(cli->reader)->hz;

    if (hz == 0) {
        printf("%20" PRIu64, cycles);
    } else {
        printf("%10" PRIu64 ".%09" PRIu64, cycles / hz, (uint64_t)(cycles % hz) * 1000000000 / hz);
    }
}

/* A return address may already belong to the next function; the call is 2 bytes before it. */
static void print_frames(const struct cli *cli, const struct spoor_item *item)
{
    for (uint32_t i = 4; i + 4 <= item->bytes; i += 4) {
        const uint8_t *at = item->data + i;
        uint32_t address = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        char text[128];

        names_address(cli, address & 1 ? address - 3 : address, text, sizeof text);
        printf("%s%s", i == 4 ? " " : " < ", text);
    }
}

static void print_data(const struct spoor_id *id, const struct spoor_item *item)
{
    const char *colon = strchr(id->fields, ':');
    bool text = colon != NULL && strcmp(colon, ":str") == 0;

    printf(" %.*s=", (int)strcspn(id->fields, ":"), id->fields);
    if (text) {
        putchar('"');
        names_print_text(stdout, item->data, item->bytes);
        putchar('"');
        return;
    }
    for (uint32_t i = 0; i < item->bytes; i++) {
        printf("%02x", item->data[i]);
    }
}

static void print_fields(const struct cli *cli, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(cli->elf, item->id);
    struct spoor_field field;
    char text[160];

    if (id->class == SPOOR_STACK) {
        print_frames(cli, item);
        return;
    }
    if (id->words == WIRE_WORDS_DATA) {
        print_data(id, item);
        return;
    }
    if (id->class == SPOOR_RANGE) {
        printf(" %s", item->word[0] != 0 ? "begin" : "end");
        return;
    }
    for (unsigned at = 0; spoor_next_field(id, item->word, &at, &field);) {
        names_value(cli, &field, text, sizeof text);
        printf(" %s=%s", field.name, text);
    }
}

static void print_thread_of(const struct cli *cli, const struct running *run, unsigned cpu)
{
    char text[96] = "?";

    if (run->cpu[cpu].known) {
        names_thread(cli, run->cpu[cpu].thread, text, sizeof text);
    }
    printf(" %2u %-14s ", cpu, text);
}

static void print_note(const struct cli *cli, const struct spoor_item *item)
{
    if (item->kind == SPOOR_JOINED && item->count == 0) {
        return;
    }
    print_time(cli, item->time);
    printf(" %2u %-14s ", item->cpu, "-");
    if (item->kind == SPOOR_GAP) {
        printf("*** %u events lost on the target until", item->count);
    } else if (item->kind == SPOOR_MISSING) {
        printf("*** %u packets with %u events lost on the link until", item->packets, item->count);
    } else if (item->kind == SPOOR_JOINED) {
        printf("*** begins here, after %u events\n", item->count);
        return;
    } else {
        printf("*** restart\n");
        return;
    }
    print_time(cli, item->until);
    putchar('\n');
}

static void print_header(const struct cli *cli)
{
    static const char *const modes[] = {"stream", "overwrite", "stop"};
    const struct spoor_header *h = spoor_header(cli->reader);

    printf("# %s: %u CPU%s, %u Hz, %u events, %u blocks, %u points, mode %s, build ",
           h->board[0] != 0 ? h->board : "target", h->cpus, h->cpus == 1 ? "" : "s", h->hz, h->events,
           h->blocks, h->points, h->mode < 3 ? modes[h->mode] : "?");
    for (uint32_t i = 0; i < h->build_id_bytes; i++) {
        printf("%02x", h->build_id[i]);
    }
    printf("\n");
}

static void print_text(const struct spoor_item *item)
{
    printf("# console: \"");
    names_print_text(stdout, item->data, item->bytes);
    printf("\"\n");
}

static void print_thread(const struct cli *cli, uint32_t number)
{
    const struct spoor_thread *t = spoor_thread(cli->reader, number);

    if (t != NULL) {
        printf("# thread %u: \"", number);
        names_print_text(stdout, (const uint8_t *)t->name, strlen(t->name));
        printf("\", priority %u\n", t->priority);
    }
}

static void print_item(const struct cli *cli, const struct running *run, const struct spoor_item *item,
                       bool first_header)
{
    switch (item->kind) {
    case SPOOR_RECORD:
        print_time(cli, item->time);
        print_thread_of(cli, run, item->cpu);
        printf("%s", names_id(cli, item->id));
        print_fields(cli, item);
        putchar('\n');
        break;
    case SPOOR_TEXT:
        if (cli->console) {
            print_text(item);
        }
        break;
    case SPOOR_HEADER:
        if (first_header) {
            print_header(cli);
        }
        break;
    case SPOOR_THREAD:
        print_thread(cli, item->thread);
        break;
    case SPOOR_LOSSES:
        break;
    default:
        print_note(cli, item);
        break;
    }
}

/* ------------------------------------------------------------------ JSON, one object a line */

static void json_string(const char *name, const char *value)
{
    printf(",\"%s\":\"", name);
    names_print_text(stdout, (const uint8_t *)value, strlen(value));
    putchar('"');
}

static void json_fields(const struct cli *cli, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(cli->elf, item->id);
    struct spoor_field field;
    char text[160];

    for (uint32_t i = 0; id->words == WIRE_WORDS_DATA && i < item->bytes; i++) {
        printf("%s%02x%s", i == 0 ? ",\"data\":\"" : "", item->data[i], i + 1 == item->bytes ? "\"" : "");
    }
    for (unsigned at = 0; spoor_next_field(id, item->word, &at, &field);) {
        if (names_value(cli, &field, text, sizeof text)) {
            printf(",\"%s\":%s", field.name, text);
        } else {
            json_string(field.name, text);
        }
    }
}

static void json_item(const struct cli *cli, const struct running *run, const struct spoor_item *item)
{
    static const char *const kinds[] = {[SPOOR_GAP] = "gap",
                                        [SPOOR_MISSING] = "missing",
                                        [SPOOR_JOINED] = "joined",
                                        [SPOOR_RESTART] = "restart"};
    char text[96];

    if (item->kind == SPOOR_TEXT && cli->console) {
        printf("{\"console\":\"");
        names_print_text(stdout, item->data, item->bytes);
        printf("\"}\n");
    }
    if (item->kind > SPOOR_RESTART) {
        return;
    }
    printf("{\"cycles\":%" PRIu64 ",\"cpu\":%u", item->time, item->cpu);
    if (item->kind != SPOOR_RECORD) {
        printf(",\"%s\":%u,\"until\":%" PRIu64 "}\n", kinds[item->kind], item->count, item->until);
        return;
    }
    if (run->cpu[item->cpu].known) {
        names_thread(cli, run->cpu[item->cpu].thread, text, sizeof text);
        json_string("thread_running", text);
    }
    json_string("event", names_id(cli, item->id));
    json_fields(cli, item);
    printf("}\n");
}

static int dump(struct cli *cli)
{
    struct spoor_merge *merge = spoor_merge_open(cli->reader, cli->elf);
    struct running run = {0};
    struct spoor_item item;
    bool first_header = true;
    int more;

    if (merge == NULL) {
        return CLI_UNREADABLE;
    }
    while ((more = spoor_merge_next(merge, &item)) > 0) {
        if (cli->json) {
            json_item(cli, &run, &item);
        } else {
            print_item(cli, &run, &item, first_header);
        }
        first_header = first_header && item.kind != SPOOR_HEADER;
        running_follow(&run, cli->elf, &item);
    }
    spoor_merge_close(merge);
    return more < 0 || !cli_has_packets(cli) ? CLI_UNREADABLE : CLI_OK;
}

SPOOR_COMMAND(dump, "FILE", "print the events, one a line: time, CPU, thread, event, fields", CLI_RECORDING,
              dump);
