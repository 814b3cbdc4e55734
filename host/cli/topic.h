/* SPDX-License-Identifier: BSD-2-Clause */
/* The topics of `spoor help` that aren't commands, tables or formats. */
#ifndef CLI_TOPIC_H
#define CLI_TOPIC_H

#include <cli/doc.h>

struct topic {
    const char *name, *summary;
    const char *text;             /**< paragraphs; or NULL */
    void (*more)(struct doc *p);  /**< writes the part after the text; or NULL */
    const struct doc_item *items; /**< a list at the end; or NULL */
};

/** @return the `n`-th topic, or NULL past the last */
const struct topic *topic_nth(unsigned n);

/** Write the page of a topic. */
void topic_write(const struct topic *t, struct doc *p);

/** Write its text alone, as a section of another page. */
void topic_write_body(const struct topic *t, struct doc *p);

#endif
