/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes the expressions in types and template arguments. */
#include <string.h>
#include <elf/demangle/printer.h>

static void operand(struct printer *p, const struct node *n)
{
    bool is_simple =
        n->kind == NODE_NAME || n->kind == NODE_NESTED || n->kind == NODE_ARGUMENT || n->kind == NODE_BRACES;

    print_text(p, is_simple ? "" : "(");
    if (n->kind == NODE_LIST) {
        print_list(p, n->a != NULL ? n : NULL);
    } else {
        print_whole(p, n);
    }
    print_text(p, is_simple ? "" : ")");
}

static void literal(struct printer *p, const struct node *n)
{
    uint32_t kind = n->a->kind == NODE_BUILTIN ? n->a->number : LITERAL_CAST;

    if (kind == LITERAL_BOOL && n->length == 1 && n->number == 0 && (*n->text == '0' || *n->text == '1')) {
        print_text(p, *n->text == '0' ? "false" : "true");
        return;
    }
    if (kind == LITERAL_PLAIN || kind == LITERAL_SUFFIXED) {
        const char *type = n->a->text;
        bool is_unsigned = *type == 'u';

        type += is_unsigned ? 9 : 0;
        const char *suffix = strcmp(type, "int") == 0 ? "" : strcmp(type, "long") == 0 ? "l" : "ll";
        print_text(p, n->number != 0 ? "-" : "");
        print_bytes(p, n->text, n->length);
        print_text(p, is_unsigned ? "u" : "");
        print_text(p, suffix);
        return;
    }
    print_text(p, "(");
    print_whole(p, n->a);
    print_text(p, ")");
    print_text(p, n->number != 0 ? "-" : "");
    print_text(p, kind == LITERAL_FLOAT ? "[" : "");
    print_bytes(p, n->text, n->length);
    print_text(p, kind == LITERAL_FLOAT ? "]" : "");
}

static void infix(struct printer *p, const struct node *n)
{
    bool closes = n->length == 1 && *n->text == '>'; /* would end the template arguments */

    print_text(p, closes ? "(" : "");
    operand(p, n->a);
    print_bytes(p, n->text, n->length);
    operand(p, n->b);
    print_text(p, closes ? ")" : "");
}

bool print_expression(struct printer *p, const struct node *n)
{
    switch (n->kind) {
    case NODE_LITERAL:
        literal(p, n);
        return true;
    case NODE_ARGUMENT:
        print_text(p, n->number == 0 ? "this" : "{parm#");
        if (n->number != 0) {
            print_number(p, n->number);
            print_text(p, "}");
        }
        return true;
    case NODE_PREFIX:
        print_bytes(p, n->text, n->length);
        if (n->length == 1 && *n->text == '&' && n->a->kind == NODE_FUNCTION &&
            n->a->a->kind == NODE_NESTED) {
            print_whole(p, n->a->a); /* the address of a function, without its parameters */
        } else if (n->length == 2 && *n->text == ':') {
            print_whole(p, n->a);
        } else {
            operand(p, n->a);
        }
        return true;
    case NODE_POSTFIX:
        operand(p, n->a);
        print_bytes(p, n->text, n->length);
        return true;
    case NODE_INFIX:
        infix(p, n);
        return true;
    case NODE_INDEX:
        operand(p, n->a);
        print_text(p, "[");
        print_whole(p, n->b);
        print_text(p, "]");
        return true;
    case NODE_CALL:
        operand(p, n->a->kind == NODE_FUNCTION ? n->a->a : n->a);
        operand(p, n->b);
        return true;
    case NODE_CHOICE:
        operand(p, n->a);
        print_text(p, "?");
        operand(p, n->b);
        print_text(p, " : ");
        operand(p, n->c);
        return true;
    case NODE_CAST:
        print_text(p, "(");
        print_whole(p, n->a);
        print_text(p, ")");
        operand(p, n->b);
        return true;
    case NODE_NEW_CAST:
        print_bytes(p, n->text, n->length);
        print_text(p, "<");
        print_whole(p, n->a);
        print_text(p, ">(");
        print_whole(p, n->b);
        print_text(p, ")");
        return true;
    case NODE_WORD:
        print_bytes(p, n->text, n->length);
        print_text(p, "(");
        print_whole(p, n->a);
        print_text(p, ")");
        return true;
    case NODE_COUNT:
        print_number(p, printer_pack_length(p, n->a));
        return true;
    case NODE_BRACES:
        if (n->a != NULL) {
            print_whole(p, n->a);
        }
        print_text(p, "{");
        print_list(p, n->b);
        print_text(p, "}");
        return true;
    default:
        return false;
    }
}
