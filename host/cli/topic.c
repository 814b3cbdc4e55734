/* SPDX-License-Identifier: BSD-2-Clause */
/* The topics of `spoor help`. Names and operators of filters come from the tables that parse them. */
#include <base/count.h>
#include <cli/cli.h>
#include <base/system.h>
#include <cli/topic.h>
#include <query/filter.h>
#include <query/known.h>

static void write_filter(struct doc *p)
{
    const struct known_field *f;
    const char *sign, *help;

    for (unsigned n = 0; (sign = filter_nth_sign(n, &help)) != NULL; n++) {
        if (help != NULL) {
            doc_item(p, sign, help);
        }
    }
    doc_text(p, "Names of records, and of intervals if they have such a value:");
    for (unsigned n = 0; (f = known_nth_field(n)) != NULL; n++) {
        if (f->records) {
            doc_item(p, f->name, f->help);
        }
    }
    doc_item(p, "FIELD", "The value of an event's field.");
    doc_text(p, "Names of intervals only. An interval is a thread's state, an interrupt, a function call, a "
                "block or a range:");
    for (unsigned n = 0; (f = known_nth_field(n)) != NULL; n++) {
        if (!f->records) {
            doc_item(p, f->name, f->help);
        }
    }
}

static const struct doc_item sources[] = {
    {SYSTEM_SERIAL, "A serial port or a pty. `--baud N` sets its rate."},
    {"unix:PATH", "A Unix socket."},
    {"tcp:HOST:PORT", "A TCP server, such as a debug probe's, QEMU's, or that of `spoor record --serve`."},
    {"rtt:HOST, rtt:HOST:TELNET_PORT:RTT_PORT",
     "OpenOCD, which starts to read RTT. The ports are 4444 and 9090 by default. @ADDRESS+SIZE after them is "
     "the RAM in which it looks for RTT's control block."},
    {"udp:PORT, udp:ADDRESS:PORT", "Datagrams that arrive at this port."},
    {"FILE", "A file."},
    {"-", "Standard input."},
    {NULL}};

static const struct doc_item variables[] = {
    {"PATH", "`spoor record --qemu` looks for QEMU there."},
    {"SPOOR_SYMFS", "A folder in which the programs of perf.data, /usr/lib/debug, /proc/kallsyms and "
                    "/sys/kernel/notes are looked up, in place of /: a copy of another system's."},
    {"TERM", "The type of the terminal, for `spoor tui` and `spoor top`."},
    {"LC_ALL, LC_CTYPE, LANG", "The characters that `spoor tui` and `spoor top` may draw with."},
    {NULL}};

static const struct doc_item files[] = {
    {"trace.spoor", "The recording that `spoor record` writes without `-o`."},
    {"trace.spoorpack",
     "The pack that `spoor pack` writes: a ZIP file of a recording, its program and its source."},
    {"report.html", "The page that `spoor report` writes."},
    {"baseline.json", "The costs that `spoor baseline` writes."},
    {NULL}};

const struct doc_item cli_statuses[] = {
    {"0", "The command succeeded, and `check` and `diff` found nothing wrong."},
    {"1", "The recording contradicts itself, a cost regressed, or the target ended with an error."},
    {"2", "A file can't be read or written, or the command line is wrong."},
    {"3", STATUS_LACKS},
    {NULL}};

static const struct topic topics[] = {
    {"filters", "expressions after --where that choose events and intervals",
     "`--where FILTER` chooses records in `dump` and `cut`, and records and intervals in other commands. A "
     "filter compares names with values:\n\n"
     "  spoor dump --where 'event=~sync_* && object==raw_blocks' -e ELF FILE\n"
     "  spoor stats waits --where 'thread=filter && duration>50us' -e ELF FILE\n\n"
     "Comparisons are combined by &&, ||, ! and parentheses. A name alone is true if the record or interval "
     "has it. "
     "A value is a number, a time such as 50us, or text. Text with characters other than letters, digits and "
     "_ . * ? - : / must be in quotes. A stack is chosen with its event.\n\n"
     "Operators:",
     write_filter, NULL},
    {"ranges", "times after --range that choose a part of a recording",
     "`--range FROM..TO` chooses the part of a recording from one time to another. Times count from the "
     "start of the target, as in `spoor dump`. A number is in seconds, unless it has a unit: s, ms, us or "
     "ns. Without FROM the part begins with the recording, and without TO it ends with it. FROM must be "
     "before TO. A range outside of the recording is refused, and the message says what the recording "
     "covers.\n\n"
     "  spoor cut --range 500ms..600ms -e ELF -o part.spoor FILE\n"
     "  spoor timeline --range 1.5.. -e ELF FILE",
     NULL, NULL},
    {"sources", "running targets and files that record, top, tui and serve read",
     "A SOURCE delivers the data of the trace link:", NULL, sources},
    {"groups", "files of patterns that put functions of a profile together",
     "`spoor profile --group BY` shows one row for a group of functions. BY is `class`, `folder`, `file` or "
     "`module`, or the name of a file with a line for each group: its name, and patterns with * ? and [a-z]. "
     "A pattern "
     "with a slash is for source files, any other for functions. The first pattern that matches decides. A "
     "function in no group keeps its own row. The class of a C++ function may be a namespace. # begins a "
     "comment.\n\n"
     "  kernel   src/kernel/* sched_*\n"
     "  drivers  src/drivers/*\n"
     "  rest     *",
     NULL, NULL},
    {"exit-status", "what the exit status of a command means", NULL, NULL, cli_statuses},
    {"environment", "variables that the tool reads", NULL, NULL, variables},
    {"files", "files that commands write without -o", NULL, NULL, files},
};

const struct topic *topic_nth(unsigned n)
{
    return n < COUNT_OF(topics) ? &topics[n] : NULL;
}

void topic_write_body(const struct topic *t, struct doc *p)
{
    doc_text(p, t->text);
    if (t->more != NULL) {
        t->more(p);
    }
    for (const struct doc_item *i = t->items; i != NULL && i->tag != NULL; i++) {
        doc_item(p, i->tag, i->text);
    }
}

void topic_write(const struct topic *t, struct doc *p)
{
    char name[64];

    snprintf(name, sizeof name, "spoor-%s", t->name);
    doc_begin(p, name, NULL, t->summary);
    doc_description(p, NULL);
    topic_write_body(t, p);
}
