/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The commands of the tool, and what they share: options, input, output, messages. A command is one file with
 * a SPOOR_COMMAND().
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <base/nearest.h>
#include <base/out.h>
#include <cli/option.h>
#include <cli/doc.h>
#include <query/input.h>
#include <query/pass.h>
#include <base/registry.h>

/** Exit statuses. */
enum {
    CLI_OK = STATUS_OK,
    CLI_WRONG = STATUS_WRONG,
    CLI_UNREADABLE = STATUS_UNREADABLE, /**< also for a wrong command line */
    CLI_CANT_SAY = STATUS_CANT_SAY,
};

/** The input of a command. It is opened before the command runs. */
enum cli_input {
    CLI_RECORDING, /**< a recording, FILE or --image, and its program, --elf: in `input` */
    CLI_ANY,       /**< the same, or a profile of another tool, which has no `reader` */
    CLI_MEMORY,    /**< a core dump FILE or --image, and its program, without a `reader` */
    CLI_PROGRAM,   /**< an ELF file: `elf` of `input` */
    CLI_FILE,      /**< any file, which the command opens: `file` of `input` */
    CLI_NOTHING,   /**< none: the command reads its arguments itself */
};

struct table_kind;

#define CLI_ARGUMENTS_MAX 16
#define CLI_PROGRAM_MAX   1024

struct cli {
    const char *argument[CLI_ARGUMENTS_MAX]; /**< words before "--" that aren't options */
    unsigned arguments;                      /**< the number of these */
    char **rest;                             /**< the words after "--", with a NULL at the end; NULL: none */
    char **word;                             /**< all words after the command's name */
    unsigned words;
    struct input input; /**< opened before the command runs; its fault is printed afterwards */
    char last[300];     /**< the last message: the reason if the command fails */
    struct out out;     /**< standard output */
};

/** The groups of commands, as `spoor --help` shows them. */
enum cli_group { CLI_RECORD, CLI_LOOK, CLI_COMPARE, CLI_CONVERT, CLI_HELP, CLI_GROUPS };

/** A kind or format that a command's argument or option chooses. */
struct cli_choice {
    const char *group; /**< its heading in the list, or NULL */
    const char *name, *summary;
};

/** The choices of a command. */
struct cli_choices {
    const char *title, *heading;                   /**< of the page's section; of the list in messages */
    bool (*nth)(unsigned n, struct cli_choice *c); /**< @return false past the last */
};

/**
 * A command. Its help, its manual page, the completion of shells and the checks of the documents are made
 * from this declaration.
 */
struct command {
    const char *name;
    enum cli_group group;
    const char *arguments, *summary;
    enum cli_input input;
    int (*run)(struct cli *cli);
    const struct option *options;      /**< its own; NULL: none */
    const char *more;                  /**< its description, as paragraphs of cli/doc.h; or NULL */
    const struct doc_item *examples;   /**< commands, and what each does; NULL: none */
    const struct cli_choices *choices; /**< or NULL */
    const char *status[4];             /**< its own meanings of exit statuses; NULL: those of all commands */
    const char *see;                   /**< names of related commands, with spaces between; or NULL */
    const bool *makes; /**< a flag: the command makes its input itself, so that none is opened; or NULL */
};

/** Register a command. The linker collects commands in the order of their files. */
#define SPOOR_COMMAND(name_, ...)                                                                            \
    static const struct command name_##_command = {#name_, __VA_ARGS__};                                     \
    REGISTRY_ADD(spoor_commands, command, name_, name_##_command)

/** The options of each command that reads a recording. */
extern const struct option cli_recording_options[];

#define CLI_RANGE_HELP "Read this part only: 1.5..2 (seconds), 20ms..21ms, ..7us. See `spoor help ranges`."
#define CLI_WHERE_HELP "Read what matches only: 'thread=filter && duration>50us'. See `spoor help filters`."

/** The rows of a struct pass_options in a command's table. */
#define PASS_OPTIONS(given)                                                                                  \
    {"range", 'r', OPTION_TEXT, &(given).range, "FROM..TO", CLI_RANGE_HELP},                                 \
        {"where", 'w', OPTION_TEXT, &(given).where, "FILTER", CLI_WHERE_HELP},                               \
    {                                                                                                        \
        "recording", 0, OPTION_COUNT, &(given).recording, "N",                                               \
            "Read the N-th recording of a file with several. `spoor info` lists them."                       \
    }

/** --rate, for recordings without a header; 0: not given. */
extern uint64_t cli_rate;
#define CLI_RATE_OPTION                                                                                      \
    {                                                                                                        \
        "rate", 0, OPTION_COUNT, &cli_rate, "HZ",                                                            \
            "The rate of the timestamps, for a recording without a header."                                  \
    }

/** --import: the name of a program that converts each file; NULL: not given. */
extern const char *cli_import;
#define CLI_IMPORT_OPTION                                                                                    \
    {                                                                                                        \
        "import", 0, OPTION_TEXT, &cli_import, "NAME",                                                       \
            "FILE is of another format: read what the program spoor-import-NAME prints for it."              \
    }

/** The options of all commands. */
extern const struct option cli_common_options[];

/** @return whether a command has cli_recording_options */
bool cli_takes_recording(const struct command *command);

/** @return the `n`-th command, or NULL past the last */
const struct command *cli_nth(unsigned n);

/** @return the command of that name; NULL after a message that suggests the nearest one */
const struct command *cli_find(const char *name);

/** Set the command whose help messages about a wrong command line refer to; NULL: the tool's help. */
void cli_set_command(const struct command *command);

/** Report a wrong command line. @return CLI_UNREADABLE */
int cli_usage(const char *wrong, const char *what);

/**
 * Report an unknown word, with the nearest known one.
 *
 * @param near  the search, to which all known words were offered
 * @return CLI_UNREADABLE
 */
int cli_unknown(const char *wrong, struct nearest *near);

/** @return CLI_OK if the program has this event or no program is named; an exit status after a message
 * otherwise */
int cli_check_event(const struct cli *cli, const char *name);

/** Report that a table has no such column to sort by, and list its columns. @return CLI_UNREADABLE */
int cli_no_column(const struct table_kind *kind, const char *sort);

/** Print the help of a command. */
void cli_help(const struct command *command);

/** Write the page of a command: its help, or its manual page. */
void cli_write_command(struct doc *p, const struct command *command);

/** Write the page of the tool: all commands, and the topics of cli/topic.h. */
void cli_write_overview(struct doc *p);

/** Offer the names of all commands to a search for the nearest one. @return the command of that name, or NULL
 */
const struct command *cli_look_up(const char *name, struct nearest *near);

/** Print the choices of a command, a line each, below their heading. */
void cli_list_choices(const struct cli_choices *choices, FILE *to);

/** Exit status 3, of a command that opens its recordings itself. */
#define STATUS_LACKS                                                                                         \
    "The recording lacks events that the command needs, or the thread or event that `--where` names."

/** The meanings of the exit statuses, for all commands. */
extern const struct doc_item cli_statuses[];

/** Print the help of the tool: first steps, and all commands. */
void cli_help_all(FILE *to);

/** Parse the command line after the command's name and open the input. @return CLI_OK, or an exit status */
int cli_open(struct cli *cli, const struct command *command, int argc, char **argv);

/**
 * Open a further recording. Ctrl-C ends the recording that was opened last.
 *
 * @return CLI_OK, or an exit status after a message
 */
int cli_open_file(struct cli *cli, struct input *in, const char *elf_path, const char *file);

/** The same for a recording or a profile of another tool. */
int cli_open_any(struct cli *cli, struct input *in, const char *elf_path, const char *file);

/**
 * Open a file or a running target: a serial port, a socket, standard input.
 *
 * @param fd  set to its descriptor, which the caller must close; -1: none
 * @return CLI_OK, or an exit status after a message
 */
int cli_open_source(struct cli *cli, struct input *in, const char *elf_path, const char *name, unsigned baud,
                    int *fd);

/** @return the receiver of messages and notes about an input: the log */
struct spoor_report cli_report(struct cli *cli);

/** Print "NAME: WHY". @return CLI_UNREADABLE */
int cli_failed(const char *name, const char *why);

/** @return CLI_OK if a program has points, blocks or events; otherwise CLI_UNREADABLE, after a message */
int cli_check_program(const struct spoor_elf *elf);

/** Print the reason of a failure, once. An empty fault prints nothing. @return `status` */
int cli_fail(struct cli *cli, struct fault *fault, int status);

/** Print why the target ended, if the recorder noted it. Must be called at the end of the input. */
void cli_print_end(const struct cli *cli);

/** The name that the tool was called by, quoted if a shell needs it: for commands in messages. */
extern char cli_program[CLI_PROGRAM_MAX];

/** Write the rest of the output. @return CLI_OK, or an exit status after a message */
int cli_finish(struct cli *cli);

void cli_close(struct cli *cli);

#endif
