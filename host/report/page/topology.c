/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <report/page/parts.h>
#include <report/page/topology.h>

char *topology_read(const char *given, struct fault *fault)
{
    size_t n = strlen(given);

    return n > 4 && strcmp(given + n - 4, ".xml") == 0 ? report_file(given, fault) : strdup(given);
}

/* Check "0-1,4". @return the end of the list; NULL after setting the fault */
static const char *check_list(const char *at, const char *word, unsigned cpus, struct fault *fault)
{
    char *end;

    do {
        unsigned long first = strtoul(at, &end, 10), last = first;

        if (end == at) {
            break;
        }
        at = end;
        if (*at == '-') {
            last = strtoul(at + 1, &end, 10);
            if (end == at + 1 || last < first) {
                break;
            }
            at = end;
        }
        if (last >= cpus) {
            (void)fault_usage(fault, "--topology has CPU %lu, but the recording's CPUs are 0 to %u", last,
                              cpus - 1);
            return NULL;
        }
        if (*at == 0 || *at == ' ' || *at == ')') {
            return at;
        }
    } while (*at++ == ',');
    (void)fault_usage(
        fault,
        "--topology: \"%.*s\" is not a group: write 0-1 2-3, little=0-3 big=4,5, or node=(a=0,1 b=2,3)",
        (int)strcspn(word, " )"), word);
    return NULL;
}

int topology_check(const char *groups, unsigned cpus, struct fault *fault)
{
    unsigned depth = 0;

    groups += strspn(groups, " \n\t");
    if (*groups == '<') {
        return STATUS_OK;
    }
    while (*groups != 0) {
        const char *word = groups;

        if (*groups == ' ') {
            groups++;
        } else if (*groups == ')') {
            if (depth-- == 0) {
                return fault_usage(fault, "--topology has a \")\" without \"(\"");
            }
            groups++;
        } else {
            size_t name = strcspn(groups, "= ()");

            groups += groups[name] == '=' ? name + 1 : 0;
            if (*groups == '(') {
                depth++;
                groups++;
            } else if ((groups = check_list(groups, word, cpus, fault)) == NULL) {
                return STATUS_UNREADABLE;
            }
        }
    }
    return depth == 0 ? STATUS_OK : fault_usage(fault, "a \"(\" of --topology has no \")\"");
}
