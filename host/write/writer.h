/* SPDX-License-Identifier: BSD-2-Clause */
/* The two forms of `spoor dump`: a line of text or a JSON object for each item. */
#ifndef WRITE_WRITER_H
#define WRITE_WRITER_H

#include <model/follow.h>
#include <write/names.h>

struct writer {
    struct out *out;
    struct names names;
    const struct follow *follow;
    bool console;       /**< also write console text */
    bool header;        /**< the header of this recording was written */
    const char *prefix; /**< text before each line, or NULL */
};

/** Write an item. `follow` must have the state before the item, but the results for the item itself must be
 * set. */
void text_item(struct writer *w, const struct spoor_item *item);
void json_item(struct writer *w, const struct spoor_item *item);

/** Append the fields of a record: " name=value …". */
void text_fields(struct writer *w, const struct spoor_item *item);

/** Write the account of each CPU. Must be called at the end. */
void json_end(struct writer *w);

#endif
