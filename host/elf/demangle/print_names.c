/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes names and functions. */
#include <stdlib.h>
#include <elf/demangle/printer.h>

/* @return the template arguments of a function, or NULL */
static const struct node *arguments_of(const struct node *name)
{
    while (name->kind == NODE_LOCAL || name->kind == NODE_TAGGED || name->kind == NODE_DEFAULT) {
        name = name->kind == NODE_LOCAL ? name->b : name->a;
    }
    return name->kind == NODE_TEMPLATE ? name->b : NULL;
}

/* @param result  NULL: not shown, as for a function that something is local to */
static void function(struct printer *p, const struct node *n, const struct node *result)
{
    struct scope scope = {arguments_of(n->a), p->scope};

    p->scope = scope.arguments != NULL ? &scope : scope.outer;
    if (result != NULL) {
        print_left(p, result);
        print_text(p, printer_has_right(p, result) ? "" : " ");
    }
    print_whole(p, n->a);
    print_parameters(p, n->b, result);
    p->scope = scope.outer;
}

static void lambda(struct printer *p, const struct node *n)
{
    bool outer = p->in_lambda;

    print_text(p, "{lambda(");
    p->in_lambda = true;
    print_list(p, n->a);
    p->in_lambda = outer;
    print_text(p, ")#");
    print_number(p, n->number);
    print_text(p, "}");
}

static void special(struct printer *p, const struct node *n)
{
    print_bytes(p, n->text, n->length);
    if (n->a->kind == NODE_LIST) {
        print_arguments(p, n->a);
    } else {
        print_whole(p, n->a);
    }
    if (n->b != NULL) {
        print_text(p, "-in-");
        print_whole(p, n->b);
    }
}

static void name(struct printer *p, const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        if (n->number != 0) { /* an operator */
            print_text(p, "operator");
            print_text(p, *n->text >= 'a' && *n->text <= 'z' ? " " : "");
            print_bytes(p, n->text, n->length - (n->text[n->length - 1] == ' '));
            break;
        }
        print_bytes(p, n->text, n->length);
        break;
    case NODE_BUILTIN:
    case NODE_STANDARD:
        print_bytes(p, n->text, n->length);
        break;
    case NODE_LOCAL:
        if (n->a->kind == NODE_FUNCTION) {
            function(p, n->a, NULL);
        } else {
            print_whole(p, n->a);
        }
        print_text(p, "::");
        print_whole(p, n->b);
        break;
    case NODE_NESTED:
        print_whole(p, n->a);
        print_text(p, "::");
        print_whole(p, n->b);
        break;
    case NODE_TEMPLATE:
        print_whole(p, n->a);
        print_arguments(p, n->b);
        break;
    case NODE_TAGGED:
        print_whole(p, n->a);
        print_text(p, "[abi:");
        print_whole(p, n->b);
        print_text(p, "]");
        break;
    case NODE_CTOR:
        print_whole(p, n->a);
        break;
    case NODE_DTOR:
        print_text(p, "~");
        print_whole(p, n->a);
        break;
    case NODE_LAMBDA:
        lambda(p, n);
        break;
    case NODE_UNNAMED:
        print_text(p, "{unnamed type#");
        print_number(p, n->number);
        print_text(p, "}");
        break;
    case NODE_BINDING:
        print_text(p, "[");
        print_list(p, n->a);
        print_text(p, "]");
        break;
    case NODE_DEFAULT:
        print_text(p, "{default arg#");
        print_number(p, n->number);
        print_text(p, "}::");
        print_whole(p, n->a);
        break;
    case NODE_CONVERSION:
        print_text(p, "operator ");
        print_whole(p, n->a);
        break;
    case NODE_SUFFIX:
        print_text(p, "operator\"\" ");
        print_whole(p, n->a);
        break;
    case NODE_FUNCTION:
        function(p, n, n->b->a);
        break;
    case NODE_SPECIAL:
        special(p, n);
        break;
    case NODE_NUMBERED:
        print_text(p, "reference temporary #");
        print_number(p, n->number);
        print_text(p, " for ");
        print_whole(p, n->a);
        break;
    case NODE_CLONE:
        print_whole(p, n->a);
        print_text(p, " [clone ");
        print_bytes(p, n->text, n->length);
        print_text(p, "]");
        break;
    case NODE_PACK:
        print_list(p, n->a);
        break;
    case NODE_LIST:
        print_list(p, n->a != NULL ? n : NULL);
        break;
    case NODE_EXPANSION:
        print_expansion(p, n);
        break;
    case NODE_DECLTYPE:
        print_text(p, "decltype (");
        print_whole(p, n->a);
        print_text(p, ")");
        break;
    default:
        p->failed = p->failed || !print_expression(p, n);
        break;
    }
}

char *demangle_print(const struct node *n)
{
    struct printer p = {.name = name};

    print_whole(&p, n);
    print_bytes(&p, "", 1);
    if (p.failed) {
        free(p.text);
        return NULL;
    }
    return p.text;
}
