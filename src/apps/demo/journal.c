/* SPDX-License-Identifier: BSD-2-Clause */
/* The store's log. Records are in order of age, so a search from the end finds the newest first. */
#include <errno.h>
#include "crc_priv.h"
#include "journal_priv.h"

static uint16_t checksum(struct journal_record r)
{
    r.checksum = 0;
    return (uint16_t)crc32_update(0, &r, sizeof r);
}

static bool is_intact(const struct journal_record *r)
{
    return r->checksum == checksum(*r);
}

int journal_put(struct journal *j, uint16_t key, uint32_t value)
{
    if (journal_full(j)) {
        return -ENOSPC;
    }
    struct journal_record r = {.key = key, .value = value};

    r.checksum = checksum(r);
    j->record[j->used++] = r;
    return 0;
}

int journal_get(const struct journal *j, uint16_t key, uint32_t *value)
{
    for (uint32_t i = j->used; i-- > 0;) {
        if (j->record[i].key == key && is_intact(&j->record[i])) {
            *value = j->record[i].value;
            return 0;
        }
    }
    return -ENOENT;
}

static bool is_newest(const struct journal *j, uint32_t at)
{
    for (uint32_t i = at + 1; i < j->used; i++) {
        if (j->record[i].key == j->record[at].key && is_intact(&j->record[i])) {
            return false;
        }
    }
    return true;
}

void journal_compact(struct journal *j)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < j->used; i++) {
        if (is_intact(&j->record[i]) && is_newest(j, i)) {
            j->record[kept++] = j->record[i];
        }
    }
    j->used = kept;
}
