/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The commands of the tool, and the command line that all share: options, input, output, messages. A command
 * is one file with a SPOOR_COMMAND().
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <base/nearest.h>
#include <base/out.h>
#include <cli/option.h>
#include <query/input.h>
#include <query/pass.h>

/** Exit statuses. */
enum {
    CLI_OK = STATUS_OK,
    CLI_WRONG = STATUS_WRONG,
    CLI_UNREADABLE = STATUS_UNREADABLE, /**< also of a wrong command line */
    CLI_CANT_SAY = STATUS_CANT_SAY,
};

/** The input that a command takes; it is opened before the command runs. */
enum cli_input {
    CLI_RECORDING, /**< FILE, the last argument, or --image, and --elf: `input` */
    CLI_ANY,       /**< the same, or a profile that another tool made: no `reader` then */
    CLI_PROGRAM,   /**< FILE is the ELF file: `elf` of `input` */
    CLI_FILE,      /**< FILE as it is: `file` of `input` */
    CLI_NOTHING,   /**< the command takes its arguments itself */
};

struct table_kind;

#define CLI_ARGUMENTS_MAX 16
#define CLI_PROGRAM_MAX   1024

struct cli {
    const char *argument[CLI_ARGUMENTS_MAX]; /**< the words that are no options … */
    unsigned arguments;                      /**< … and before "--" */
    char **rest;                             /**< the words after "--"; ends with NULL. NULL: none */
    char **word;                             /**< all words after the command's name */
    unsigned words;
    struct input input; /**< opened before the command runs; its fault is printed after it */
    char last[300];     /**< the last message: the reason, where a command fails */
    struct out out;     /**< standard output */
};

/** The groups of commands, as `spoor --help` shows them. */
enum cli_group { CLI_RECORD, CLI_LOOK, CLI_COMPARE, CLI_CONVERT, CLI_HELP, CLI_GROUPS };

struct command {
    const char *name;
    enum cli_group group;
    const char *arguments, *summary;
    enum cli_input input;
    int (*run)(struct cli *cli);
    const struct option *options; /**< its own; NULL: none */
    const char *more;             /**< more text for its help, or NULL */
    void (*list)(FILE *to);       /**< the kinds or formats to choose from, a line each; or NULL */
};

/** Register a command. The linker collects them, in the order of their files. */
#define SPOOR_COMMAND(name_, ...)                                                                            \
    static const struct command name_##_command = {#name_, __VA_ARGS__};                                     \
    static const struct command *const name_##_place __attribute__((used, section("spoor_commands"))) =      \
        &name_##_command

/** The options that each command with a recording has. */
extern const struct option cli_recording_options[];

/** The rows of a struct pass_options in a command's table. */
#define PASS_OPTIONS(given)                                                                                  \
    {                                                                                                        \
        "range",        'r',        OPTION_TEXT,                                                             \
        &(given).range, "FROM..TO", "this part: 1.5..2 (seconds), 20ms..21ms, ..7us"},                       \
        {"where",        'w',      OPTION_TEXT,                                                              \
         &(given).where, "FILTER", "these only: 'thread=filter && duration>50us' (docs/spoor.md)"},          \
    {                                                                                                        \
        "recording", 0, OPTION_COUNT, &(given).recording, "N",                                               \
            "of a file with several: the N-th, from 1; `spoor info` lists them"                              \
    }

/** The rate of recordings without a header, as given; 0: it isn't. */
extern uint64_t cli_rate;
#define CLI_RATE_OPTION                                                                                      \
    {                                                                                                        \
        "rate", 0, OPTION_COUNT, &cli_rate, "HZ", "the rate of the times, where no header tells it"          \
    }

/** The options of all commands. */
extern const struct option cli_log_options[];

/** @return whether a command has cli_recording_options */
bool cli_takes_recording(const struct command *command);

/** @return the `n`-th command, or NULL past the last */
const struct command *cli_nth(unsigned n);

/** @return the command of that name; NULL after a report, that suggests the nearest one */
const struct command *cli_find(const char *name);

/** Set the command whose help is named from now on when the command line is wrong; NULL: that of all. */
void cli_set_command(const struct command *command);

/** Report a wrong command line. @return CLI_UNREADABLE */
int cli_usage(const char *wrong, const char *what);

/**
 * Report a word that isn't known, with the nearest one.
 *
 * @param near  all known words were offered to it
 * @return CLI_UNREADABLE
 */
int cli_unknown(const char *wrong, struct nearest *near);

/** @return CLI_OK, or an exit status after a report: the program has no such event. Without one all are right
 */
int cli_check_event(const struct cli *cli, const char *name);

/** Report that a table has no such column to sort by, with its columns. @return CLI_UNREADABLE */
int cli_no_column(const struct table_kind *kind, const char *sort);

/** Print the help of a command. */
void cli_help(const struct command *command);

/** Print the help of the tool: first steps, and all commands. */
void cli_help_all(FILE *to);

/** Parse the command line after the command's name and open the input. @return CLI_OK, or an exit status */
int cli_open(struct cli *cli, const struct command *command, int argc, char **argv);

/**
 * Open another recording of a command that has several; an interrupt ends the one that was opened last.
 *
 * @return CLI_OK, or an exit status after a message
 */
int cli_open_file(struct cli *cli, struct input *in, const char *elf_path, const char *file);

/** The same of a recording, or a profile that another tool made. */
int cli_open_any(struct cli *cli, struct input *in, const char *elf_path, const char *file);

/**
 * Open a file or a running target: a serial port, a socket, standard input.
 *
 * @param fd  set to its descriptor, which is the caller's; -1: none
 * @return CLI_OK, or an exit status after a message
 */
int cli_open_source(struct cli *cli, struct input *in, const char *elf_path, const char *name, unsigned baud,
                    int *fd);

/** Where messages and notes of an input go: the log. */
struct spoor_report cli_report(struct cli *cli);

/** Print "NAME: WHY". @return CLI_UNREADABLE */
int cli_failed(const char *name, const char *why);

/** Print why something failed, once; nothing of an empty fault. @return `status` */
int cli_fail(struct cli *cli, struct fault *fault, int status);

/** Print why the target ended by itself, where the recorder noted it. Context: at the end of the input. */
void cli_print_end(const struct cli *cli);

/** The name that the tool was called by, in quotes where a shell needs them: for commands in messages. */
extern char cli_program[CLI_PROGRAM_MAX];

/** Write the rest of the output. @return CLI_OK, or an exit status after a report */
int cli_finish(struct cli *cli);

void cli_close(struct cli *cli);

#endif
