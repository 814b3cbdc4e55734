/* SPDX-License-Identifier: BSD-2-Clause */
/* Types of columns. */
#include <table/table.h>

const struct column_form column_forms[] = {
    [COLUMN_TEXT] = {"text", "text", "", NULL, 1, 0, NULL, 1, "TEXT", false},
    [COLUMN_NUMBER] = {"number", "integer", "", NULL, 1, 0, NULL, 1, "INTEGER", false},
    [COLUMN_COUNT] = {"number", "integer", "", NULL, 1, 0, NULL, 1, "INTEGER", true},
    [COLUMN_TIME] = {"time", "time, s", "_s", "s", 1000000000, 9, "seconds", 1e9, "REAL", false},
    [COLUMN_US] = {"us", "time, us", "_us", "us", 1000, 3, "seconds", 1e9, "REAL", false},
    [COLUMN_SUM_US] = {"us", "time, us", "_us", "us", 1000, 3, "seconds", 1e9, "REAL", true},
    [COLUMN_PERCENT] = {"percent", "per cent", "_percent", "%", 1000, 3, "ratio", 1e5, "REAL", false},
    [COLUMN_REAL] = {"real", "number", "", NULL, 1000, 3, NULL, 1e3, "REAL", false},
};
