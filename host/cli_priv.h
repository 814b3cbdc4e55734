/* SPDX-License-Identifier: BSD-2-Clause */
/* What the commands of `spoor` share. */
#ifndef CLI_PRIV_H
#define CLI_PRIV_H

#include <read/read.h>
#include <stdio.h>

/** Exit statuses. */
enum { CLI_OK = 0, CLI_WRONG = 1, CLI_UNREADABLE = 2 };

/** What to read and how, from the command line. */
struct cli {
    const char *command;
    const char *elf_path, *image, *file;
    bool console, json;
    struct spoor_report report;
    struct spoor_elf *elf;
    struct spoor_reader *reader;
    void *memory;      /**< of an image */
    unsigned messages; /**< reported so far */
};

int dump(struct cli *cli);
int check(struct cli *cli);

/** Once all is read: was there a packet? Says so if not; an image has none. */
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
