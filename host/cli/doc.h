/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page of help, written as text for a terminal or as source for man(1). Both forms have the same text, so
 * help and manual pages can't differ.
 *
 * Text is paragraphs, separated by empty lines, and is filled to the width of the page. Lines that begin with
 * two spaces are commands or tables and are written as they are. `Words in backquotes` are bold in a manual
 * page.
 */
#ifndef CLI_DOC_H
#define CLI_DOC_H

#include <stdbool.h>
#include <stdio.h>

enum doc_form { DOC_TERMINAL, DOC_MAN };

struct doc {
    FILE *to;
    enum doc_form form;
    int room;                                      /**< columns of the tags of items; 0: 26 */
    enum { DOC_NOTHING, DOC_TEXT, DOC_ITEM } last; /**< written to this section */
};

/** An item of a page's list. An array of them ends with a tag of NULL. */
struct doc_item {
    const char *tag, *text;
};

/**
 * Begin a page.
 *
 * @param name      of the manual page: "spoor-record"
 * @param synopsis  the command line after "spoor"; NULL: the page is about no command
 * @param summary   one line, without a full stop
 */
void doc_begin(struct doc *p, const char *name, const char *synopsis, const char *summary);

/** Begin a section. @param title  in lower case: "exit status" */
void doc_section(struct doc *p, const char *title);

/** Begin a part of a section. */
void doc_subsection(struct doc *p, const char *title);

/** Begin the description: a section of a manual page, which help has no title for. @param text  its
 * paragraphs */
void doc_description(struct doc *p, const char *text);

/** Write paragraphs. @param text  NULL: nothing is written */
void doc_text(struct doc *p, const char *text);

/** Write an item of a list: a tag, and its text beside or below it. */
void doc_item(struct doc *p, const char *tag, const char *text);

/** Write a command, and what it does. */
void doc_example(struct doc *p, const char *command, const char *what);

#endif
