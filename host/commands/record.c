/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor record: record a running target in a file. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/quote.h>
#include <cli/cli.h>
#include <foreign/refused.h>
#include <cli/output.h>
#include <record/record.h>
#include <record/trigger.h>
#include <record/end.h>
#include "record_bare.h"
#include "record_end.h"

static struct {
    const char *qemu, *output, *console, *prompt, *progress, *elf, *until, *serve;
    struct option_list services, stacks, threads, functions;
    uint64_t baud, limit_ns, rotate, keep, shift, after_ns, instructions;
    bool quiet, exact, pty, bare, memory;
} given;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE", "Write the recording to FILE (default trace.spoor)."},
    {"qemu", 'q', OPTION_TEXT, &given.qemu, "BOARD", "Start this board in QEMU. SOURCE is the image to run."},
    {"exact", 'x', OPTION_FLAG, &given.exact, NULL,
     "With --qemu: waiting takes no time. A run without input is the same each time."},
    {"shift", 0, OPTION_NUMBER, &given.shift, "N",
     "With --qemu: an instruction takes 2^N ns (default 0: 1 ns)."},
    {"bare", 0, OPTION_FLAG, &given.bare, NULL,
     "With --qemu: profile any image, without Spoor in it, by its instructions. `spoor profile` reads the "
     "result (default trace.bare). BOARD may also be a program with its options, such as "
     "'qemu-system-aarch64 -M virt'."},
    {"instructions", 0, OPTION_COUNT, &given.instructions, "N", "With --bare: end after N instructions."},
    {"memory", 0, OPTION_FLAG, &given.memory, NULL,
     "With --bare: also count the reads and writes of each variable and device, for `spoor regions`."},
    {"elf", 'e', OPTION_TEXT, &given.elf, "ELF", "The program that runs, for the summary at the end."},
    {"service", 's', OPTION_LIST, &given.services, "NAME",
     "Record this service. Types `trace_stream on NAME …` first."},
    {"stack", 'k', OPTION_LIST, &given.stacks, "EVENT=N",
     "Record stacks of up to N frames with this event. Types `trace_events -k` first."},
    {"thread", 0, OPTION_LIST, &given.threads, "NAME",
     "Record these threads only. Types `trace_events --thread` first."},
    {"function", 0, OPTION_LIST, &given.functions, "NAME",
     "Record these functions only, of those that the build instrumented; crc_* are all whose names begin "
     "with "
     "crc_. Types `trace_functions -a` with their addresses first. Needs --elf, or --qemu."},
    {"until", 0, OPTION_TEXT, &given.until, "FILTER",
     "End after an event that matches: 'event=crc_errors', 'event=filter_block && wall>1ms'."},
    {"after", 0, OPTION_TIME, &given.after_ns, "TIME", "With --until: record for this time after the event."},
    {"serve", 0, OPTION_TEXT, &given.serve, "PORT",
     "Serve the stream to other readers, such as `spoor top tcp:localhost:PORT`. 0 chooses a free port."},
    {"console", 'c', OPTION_TEXT, &given.console, "SOURCE", "The target's shell, if it isn't on SOURCE."},
    {"baud", 'b', OPTION_COUNT, &given.baud, "N", "The rate of a serial port."},
    {"prompt", 0, OPTION_TEXT, &given.prompt, "TEXT",
     "The end of the shell's prompt (default \"> \", or Zephyr's)."},
    {"time", 't', OPTION_SPAN, &given.limit_ns, "TIME",
     "End after this time, even if no lines are left to type."},
    {"rotate", 0, OPTION_COUNT, &given.rotate, "BYTES",
     "Start another file, FILE.1, FILE.2 and so on, after BYTES."},
    {"keep", 0, OPTION_COUNT, &given.keep, "N", "With --rotate: keep the last N files."},
    {"quiet", 0, OPTION_FLAG, &given.quiet, NULL, "Don't show the target's console."},
    {"pty", 0, OPTION_FLAG, &given.pty, NULL,
     "Offer the console on a pty as well, for a terminal program. Its name is printed."},
    {"progress", 0, OPTION_TEXT, &given.progress, "text|json",
     "Report events, bytes and losses per CPU every second, on standard error."},
    OPTION_END};

static const char description[] =
    "`spoor record` records what a running target sends over its trace link. SOURCE is a serial port, a pty, "
    "a socket, a file or standard input (see `spoor help sources`); with --qemu it is an image.\n\n"
    "Words after -- are lines for the target's shell. Each is typed when the prompt appears. If one of them "
    "was `trace_stream on`, `trace_stream off` is typed at the end. In Zephyr's shell `spoor` is typed "
    "before each `trace_` command. Ctrl-C ends the recording as well.\n\n"
    "The recording ends by itself when the lines are done, and with status 1 if the target panics, faults, "
    "refuses a line, or stops sending. What was received until then is kept.";

static const struct doc_item examples[] = {
    {"spoor record --qemu mps2-an385 demo-events.elf --time 1s -- 'trace_stream on'",
     "Record one second of a board in QEMU."},
    {"spoor record --qemu mps2-an385 --bare firmware.elf --instructions 100000000",
     "Profile an image of any kernel, in which nothing was changed."},
    {"spoor record /dev/ttyUSB0 --baud 1000000 -o today.spoor", "Record from a serial port until Ctrl-C."},
    {"spoor record tcp:localhost:4444 --console /dev/ttyACM0 -s switch -s irq -- 'sleep 5000'",
     "Record from a debug probe for 5 s, with the shell on a serial port."},
    {NULL}};

/* ------------------------------------------------------------------ files */

static unsigned file_number;

static void file_name(char *path, size_t size, unsigned number)
{
    if (number == 0) {
        snprintf(path, size, "%s", given.output);
    } else {
        snprintf(path, size, "%s.%u", given.output, number);
    }
}

static char command_line[SPOOR_NOTE_MAX];

/* Each file begins with a note. */
static int open_file(unsigned number)
{
    char path[4096];

    file_name(path, sizeof path, number);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    if (file >= 0 && !record_note(file, SPOOR_WIRE_NOTE_COMMAND, command_line)) {
        close(file);
        file = -1;
    }
    return file;
}

static int next_file(void *arg)
{
    struct recording *r = arg;
    char path[4096];

    close(r->file);
    if (given.keep != 0 && file_number + 1 >= given.keep) {
        file_name(path, sizeof path, file_number + 1 - (unsigned)given.keep);
        (void)unlink(path);
    }
    return open_file(++file_number);
}

/* ------------------------------------------------------------------ lines for the shell */

#define LINES_MAX 64

static const char *lines[LINES_MAX + OPTION_LIST_MAX + 4];

/* @return whether the name of a function is `pattern`, or begins with it up to a final star */
static bool matches(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);

    return n > 0 && pattern[n - 1] == '*' ? strncmp(name, pattern, n - 1) == 0 : strcmp(name, pattern) == 0;
}

/*
 * Add the addresses of the functions with a name to the line. The ranges of functions that follow each other
 * are joined, because the target has room for few.
 *
 * @return whether there are any
 */
static bool add_functions(char *line, size_t size, const struct spoor_elf *elf, const char *pattern)
{
    struct spoor_symbol s;
    uint32_t first = 0, last = 0;
    bool any = false, open = false;

    for (size_t n = 0; spoor_elf_symbol_nth(elf, n, &s); n++) {
        bool chosen = s.function && s.size != 0 && matches(pattern, s.name);

        if (open && !chosen && s.function && s.address > last) {
            snprintf(line + strlen(line), size - strlen(line), " %x-%x", first, last);
            open = false;
        } else if (chosen) {
            first = open ? first : s.address & ~UINT32_C(1);
            last = (s.address & ~UINT32_C(1)) + s.size - 1;
            any = open = true;
        }
    }
    if (open) {
        snprintf(line + strlen(line), size - strlen(line), " %x-%x", first, last);
    }
    return any;
}

static char function_line[1024];

static unsigned collect_choices(unsigned n)
{
    static char threads[512] = "trace_events --thread", stacks[OPTION_LIST_MAX][256];

    for (unsigned i = 0; i < given.stacks.count && n < LINES_MAX; i++) {
        const char *equals = strchr(given.stacks.item[i], '=');
        int name = equals != NULL ? (int)(equals - given.stacks.item[i]) : (int)strlen(given.stacks.item[i]);

        snprintf(stacks[i], sizeof stacks[i], "trace_events -k %.*s %s", name, given.stacks.item[i],
                 equals != NULL ? equals + 1 : "8");
        lines[n++] = stacks[i];
    }
    if (given.functions.count != 0) {
        lines[n++] = function_line;
    }
    for (unsigned i = 0; i < given.threads.count; i++) {
        size_t used = strlen(threads);

        snprintf(threads + used, sizeof threads - used, " %s", given.threads.item[i]);
    }
    if (given.threads.count != 0) {
        lines[n++] = threads;
    }
    return n;
}

static void collect_lines(const struct cli *cli)
{
    static char services[512] = "trace_stream on";
    unsigned n = collect_choices(0);
    bool streams = given.services.count != 0;

    for (unsigned i = 0; i < given.services.count; i++) {
        size_t used = strlen(services);

        snprintf(services + used, sizeof services - used, " %s", given.services.item[i]);
    }
    if (streams) {
        lines[n++] = services;
    }
    for (char **word = cli->rest; word != NULL && *word != NULL && n < LINES_MAX; word++) {
        lines[n++] = *word;
        const char *line =
            strncmp(*word, WORDS_COMMAND, strlen(WORDS_COMMAND)) == 0 ? *word + strlen(WORDS_COMMAND) : *word;

        streams |= strncmp(line, "trace_stream on", 15) == 0;
    }
    if (streams && cli->rest != NULL) {
        lines[n++] = RECORD_OFF;
    }
    lines[n] = NULL;
}

static void note_command_line(const struct cli *cli)
{
    snprintf(command_line, sizeof command_line, "record");
    for (unsigned n = 0; n < cli->words; n++) {
        quote_word(command_line, sizeof command_line, cli->word[n]);
    }
}

/* ------------------------------------------------------------------ the command */

static void interrupt(int signal)
{
    (void)signal;
    record_stop();
}

static void message(void *arg, const char *text)
{
    (void)arg;
    fprintf(stderr, "spoor: %s\n", text);
}

static const struct spoor_report report = {message, NULL, NULL};

/* Make the line that chooses functions. @return CLI_OK, or an exit status after a message */
static int choose_functions(const char *path)
{
    if (given.functions.count == 0) {
        return CLI_OK;
    }
    if (path == NULL) {
        return cli_usage("--function needs --elf", "");
    }
    struct spoor_elf *elf = spoor_elf_open(path, &report);
    int result = elf != NULL ? CLI_OK : CLI_UNREADABLE;

    snprintf(function_line, sizeof function_line, "trace_functions -a");
    for (unsigned i = 0; i < given.functions.count && result == CLI_OK; i++) {
        if (!add_functions(function_line, sizeof function_line, elf, given.functions.item[i])) {
            result = cli_failed(given.functions.item[i], "no function of the ELF file has this name");
        } else if (strlen(function_line) == sizeof function_line - 1) {
            result = cli_failed(given.functions.item[i],
                                "more ranges of functions than a line has room for: name fewer");
        }
    }
    spoor_elf_close(elf);
    return result;
}

static int open_target(struct target *t, const char *source)
{
    const char *wrong;

    *t = (struct target){-1, -1, -1, 0};
    if (given.qemu != NULL) {
        const char *where;

        struct target_image image = {given.qemu, source, (unsigned)given.shift, given.exact, NULL, false};

        return target_start(t, &image, &where, &wrong) ? CLI_OK : cli_failed(where, wrong);
    }
    if (refused_is(source, &report)) {
        return CLI_UNREADABLE;
    }
    t->link = source_open(source, (unsigned)given.baud, &wrong);
    if (t->link < 0) {
        return cli_failed(source, wrong);
    }
    if (given.console != NULL) {
        t->console_in = t->console_out = source_open(given.console, (unsigned)given.baud, &wrong);
        if (t->console_in < 0) {
            return cli_failed(given.console, wrong);
        }
    } else if (lines[0] != NULL) { /* one port for both */
        t->console_in = t->console_out = t->link;
        t->link = -1;
    }
    return CLI_OK;
}

static void tap(void *arg, const uint8_t *bytes, size_t n)
{
    until_bytes(arg, bytes, n);
}

/* Open --pty, --serve and --until. @return an exit status */
static int open_others(struct recording *r, const char *elf)
{
    const char *wrong;
    char *end = NULL;
    unsigned long port = given.serve != NULL ? strtoul(given.serve, &end, 10) : 0;

    char name[256];

    r->serve.listener = r->pty = -1;
    if (given.pty) {
        r->pty = source_pty(name, sizeof name);
        if (r->pty < 0) {
            return cli_failed("--pty", strerror(errno));
        }
        fprintf(stderr, "spoor: console: %s\n", name);
    }
    r->after_ms = given.after_ns / 1000000;
    if (given.serve != NULL) {
        uint16_t number = (uint16_t)port;

        if (*end != 0 || end == given.serve || port > UINT16_MAX) {
            return cli_usage("--serve is a port, not ", given.serve);
        }
        if (!serve_open(&r->serve, &number)) {
            return cli_failed(given.serve, strerror(errno));
        }
        fprintf(stderr, "spoor: readers: tcp:localhost:%u\n", number);
    }
    if (given.until != NULL && elf == NULL) {
        return cli_usage("--until needs --elf", "");
    }
    if (given.until != NULL) {
        r->until = true;
        r->tap = tap;
        r->tap_arg = until_open(given.until, elf, record_found, &wrong);
        if (r->tap_arg == NULL) {
            return cli_failed("--until", wrong);
        }
    }
    return CLI_OK;
}

#define SHIFT_MAX 10 /* of QEMU's -icount */

/* Check options that need another option. @return CLI_OK, or an exit status after a message */
static int check_options(const struct cli *cli)
{
    if (cli->arguments != 1) {
        return cli_usage("record needs one SOURCE, and lines for the shell after --", "");
    }
    if (given.qemu == NULL && (given.exact || given.bare || given.shift != 0)) {
        return cli_usage(given.exact ? "--exact" : given.bare ? "--bare" : "--shift", " is for --qemu BOARD");
    }
    if (given.instructions != 0 && !given.bare) {
        return cli_usage("--instructions is for --bare", "");
    }
    if (given.memory && !given.bare) {
        return cli_usage("--memory is for --bare", "");
    }
    if (given.shift > SHIFT_MAX) {
        return cli_usage("--shift is 0 to 10", "");
    }
    if (given.keep != 0 && given.rotate == 0) {
        return cli_usage("--keep needs --rotate BYTES", "");
    }
    if (given.after_ns != 0 && given.until == NULL) {
        return cli_usage("--after needs --until FILTER", "");
    }
    return CLI_OK;
}

static int record(struct cli *cli)
{
    struct recording r = {.lines = lines, .quiet = given.quiet};
    int result = check_options(cli);

    if (result != CLI_OK) {
        return result;
    }
    given.output = given.output != NULL ? given.output : given.bare ? "trace.bare" : "trace.spoor";
    result = output_check(cli, given.output);
    if (result != CLI_OK) {
        return result;
    }
    if (given.bare) {
        collect_lines(cli);
        return record_bare(
            &(struct record_bare){.image = {given.qemu, cli->argument[0], (unsigned)given.shift, true, NULL},
                                  .output = given.output,
                                  .lines = lines,
                                  .prompt = given.prompt,
                                  .limit_ms = given.limit_ns / 1000000,
                                  .instructions = given.instructions,
                                  .memory = given.memory,
                                  .quiet = given.quiet});
    }
    const char *elf = given.elf != NULL ? given.elf : given.qemu != NULL ? cli->argument[0] : NULL;

    result = choose_functions(elf);
    if (result != CLI_OK) {
        return result;
    }
    note_command_line(cli);
    collect_lines(cli);
    r.prompt = given.prompt;
    r.limit_ms = given.limit_ns / 1000000;
    r.progress = given.progress != NULL || isatty(2);
    r.json = given.progress != NULL && strcmp(given.progress, "json") == 0;
    r.rotate_bytes = given.rotate;
    r.next_file = next_file;
    r.arg = &r;
    r.name = cli->argument[0];
    result = open_others(&r, elf);

    if (result == CLI_OK) {
        result = open_target(&r.target, cli->argument[0]);
    }
    if (result != CLI_OK) {
        return result;
    }
    r.file = open_file(file_number = 0);
    if (r.file < 0) {
        (void)target_stop(&r.target);
        return cli_failed(given.output, strerror(errno));
    }
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = interrupt}, NULL);
    record_run(&r);
    int status = target_stop(&r.target);

    if (r.serve.dropped != 0) {
        fprintf(stderr, "spoor: %u readers were too slow and were disconnected\n", r.serve.dropped);
    }
    serve_close(&r.serve);
    bool came = r.tap_arg == NULL || until_close(r.tap_arg);
    char path[4096];

    if (!came) {
        fprintf(stderr, "spoor: --until: no event matched\n");
    }
    file_name(path, sizeof path, file_number);
    result = record_finish(&r, &(struct record_of){path, elf, given.qemu}, &report, status);
    return result == CLI_OK && !came ? CLI_WRONG : result;
}

SPOOR_COMMAND(
    record, CLI_RECORD, "SOURCE [-- LINE…]", "record a running target, or start one in QEMU", CLI_NOTHING,
    record, options, description, examples,
    .status = {[1] = "The target ended with an error, refused a line, sent no events, or the event of "
                     "--until didn't occur. The message says which."},
    .see = "info check top");
