/* SPDX-License-Identifier: BSD-2-Clause */
/* Abbreviations of the standard library, and of what came before. */
#include <string.h>
#include <elf/demangle/node.h>

static const struct {
    char code;
    const char *name, *full, *base;
} standard[] = {
    {'a', "std::allocator", "std::allocator", "allocator"},
    {'b', "std::basic_string", "std::basic_string", "basic_string"},
    {'s', "std::string", "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
     "basic_string"},
    {'i', "std::istream", "std::basic_istream<char, std::char_traits<char> >", "basic_istream"},
    {'o', "std::ostream", "std::basic_ostream<char, std::char_traits<char> >", "basic_ostream"},
    {'d', "std::iostream", "std::basic_iostream<char, std::char_traits<char> >", "basic_iostream"},
};

const struct node *parse_tags(struct parser *p, const struct node *n)
{
    while (n != NULL && take(p, 'B')) {
        n = node_two(p, NODE_TAGGED, n, parse_source_name(p));
    }
    return n;
}

static bool take_base36(struct parser *p, uint32_t *number)
{
    *number = 0;
    if (take(p, '_')) {
        return true;
    }
    while (*number < 1000000) {
        char c = peek(p, 0);
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;

        if (digit < 0) {
            break;
        }
        *number = 36 * *number + (uint32_t)digit;
        p->at++;
    }
    *number += 1;
    return take(p, '_');
}

const struct node *parse_substitution(struct parser *p)
{
    uint32_t number;

    if (!take(p, 'S')) {
        return NULL;
    }
    for (unsigned n = 0; n < sizeof standard / sizeof *standard; n++) {
        if (take(p, standard[n].code)) {
            const struct node *full = node_name(p, standard[n].full), *base = node_name(p, standard[n].base);
            const struct node *all = node_two(p, NODE_STANDARD, base, full);

            if (all == NULL) {
                return NULL;
            }
            struct node whole = *all;

            whole.text = standard[n].name;
            whole.length = (uint32_t)strlen(standard[n].name);
            all = node_make(p, whole);
            return peek(p, 0) == 'B' ? parser_remember(p, parse_tags(p, all)) : all;
        }
    }
    return take_base36(p, &number) && number < p->substitute_count ? p->substitutes[number] : NULL;
}
