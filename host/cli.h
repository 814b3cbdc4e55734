/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands of `spoor`, and the functions that they share. A command is one file in commands/ that ends in
 * SPOOR_COMMAND(); no list names them.
 */
#ifndef CLI_H
#define CLI_H

#include <read/read.h>
#include <stdio.h>

/** Exit statuses. */
enum { CLI_OK = 0, CLI_WRONG = 1, CLI_UNREADABLE = 2 };

/** The recording, program and options of one run. */
struct cli {
    const char *elf_path, *image, *file;
    bool console, json;
    struct spoor_report report;
    struct spoor_elf *elf;
    struct spoor_reader *reader;
    void *memory;      /**< of an image */
    unsigned messages; /**< reported so far */
};

/** The kind of input that a command takes. */
enum cli_input {
    CLI_RECORDING, /**< FILE, or --image; cli->reader is open */
    CLI_PROGRAM,   /**< FILE is an ELF file; cli->elf is open */
    CLI_FILE,      /**< FILE is the command's own business */
};

struct command {
    const char *name, *arguments, *summary;
    enum cli_input input;
    int (*run)(struct cli *cli); /**< @return CLI_OK, or another exit status after a message */
};

/** Make a command known. At file scope. */
#define SPOOR_COMMAND(name_, ...)                                                                            \
    static const struct command command_##name_ = {#name_, __VA_ARGS__};                                     \
    __attribute__((used, section("spoor_commands"))) static const struct command *const name_##_entry =      \
        &command_##name_

/** Report an error in the command line. @return CLI_UNREADABLE */
int cli_usage(const char *wrong, const char *what);

/** Parse the options and open the input of `command`. @return CLI_OK, or an exit status after a message */
int cli_open(struct cli *cli, const struct command *command, int argc, char **argv);

void cli_close(struct cli *cli);

/** Once all is read: was there a packet? Reports it if not; an image needs none. */
bool cli_has_packets(const struct cli *cli);

/** Put a thread's name into `text`: "shell", or "thread 3" */
void names_thread(const struct cli *cli, uint32_t number, char *text, size_t room);

/** Put a field's value into `text`. @return whether it is a number that JSON takes as such */
bool names_value(const struct cli *cli, const struct spoor_field *field, char *text, size_t room);

/** Put a function's or object's name into `text`: "uart_write+0x12", or "0x00001234". */
void names_address(const struct cli *cli, uint32_t address, char *text, size_t room);

/** @return the name of an ID, for people */
const char *names_id(const struct cli *cli, unsigned id);

/** Print bytes with control characters escaped as \uNNNN. */
void names_print_text(FILE *f, const uint8_t *bytes, size_t n);

#endif
