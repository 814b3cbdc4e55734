/* SPDX-License-Identifier: BSD-2-Clause */
/* Keys are read without blocking. poll() waits for keys and for the stream. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/count.h>
#include <live/terminal.h>

static bool is_open;

bool terminal_open(void)
{
    static FILE *in;

    if (!isatty(1)) {
        return false;
    }
    setlocale(LC_ALL, "");
    in = isatty(0) ? stdin : fopen("/dev/tty", "r"); /* standard input may be the recording */
    if (in == NULL || newterm(NULL, stdout, in) == NULL) {
        return false;
    }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, true);
    nodelay(stdscr, true);
    curs_set(0);
    if (has_colors()) {
        start_color();
        use_default_colors();
        for (short n = 1; n < 8; n++) {
            init_pair(n, n, -1);
        }
    }
    is_open = true;
    return true;
}

void terminal_close(void)
{
    if (is_open) {
        endwin();
    }
    is_open = false;
}

int terminal_key(void)
{
    static const int keys[][2] = {
        {KEY_LEFT, KEY_OF_LEFT},     {KEY_RIGHT, KEY_OF_RIGHT},   {KEY_UP, KEY_OF_UP},
        {KEY_DOWN, KEY_OF_DOWN},     {KEY_HOME, KEY_OF_HOME},     {KEY_END, KEY_OF_END},
        {KEY_RESIZE, KEY_OF_RESIZE}, {KEY_PPAGE, KEY_OF_PAGE_UP}, {KEY_NPAGE, KEY_OF_PAGE_DOWN}};
    int key = is_open ? getch() : ERR;

    for (size_t n = 0; n < COUNT_OF(keys); n++) {
        if (key == keys[n][0]) {
            return keys[n][1];
        }
    }
    return key == ERR ? -1 : key;
}

void terminal_show(const char *text, unsigned first, const char *status)
{
    int row = 0;

    if (!is_open) {
        return;
    }
    erase();
    for (unsigned line = 0; *text != 0 && row < LINES - 1; line++) {
        size_t n = strcspn(text, "\n");

        if (line >= first) {
            mvaddnstr(row++, 0, text, (int)n);
        }
        text += n + (text[n] == '\n');
    }
    attron(A_REVERSE);
    mvhline(LINES - 1, 0, ' ', COLS);
    mvaddnstr(LINES - 1, 0, status, COLS);
    attroff(A_REVERSE);
    refresh();
}

void terminal_clear(void)
{
    erase();
}

void terminal_put(int row, int column, const char *text, int most, int style)
{
    attr_t a = COLOR_PAIR(style & 7) | ((style & TERMINAL_BOLD) != 0 ? A_BOLD : 0) |
               ((style & TERMINAL_INVERSE) != 0 ? A_REVERSE : 0);

    if (row < LINES && column < COLS) {
        attron(a);
        mvaddnstr(row, column, text, most);
        attroff(a);
    }
}

void terminal_flush(void)
{
    refresh();
}

void terminal_size(int *rows, int *columns)
{
    *rows = LINES;
    *columns = COLS;
}

bool terminal_line(const char *prompt, char *line, unsigned size)
{
    unsigned n = 0;

    for (;;) {
        line[n] = 0;
        mvhline(LINES - 1, 0, ' ', COLS);
        mvprintw(LINES - 1, 0, "%s%s", prompt, line);
        refresh();
        (void)terminal_wait(-1, 1000);
        int key = getch();

        if (key == 27) {
            return false;
        }
        if (key == '\n' || key == '\r' || key == KEY_ENTER) {
            return true;
        }
        if ((key == KEY_BACKSPACE || key == 127 || key == 8) && n > 0) {
            n--;
        } else if (key >= ' ' && key < 127 && n + 1 < size) {
            line[n++] = (char)key;
        }
    }
}

bool terminal_wait(int fd, int ms)
{
    struct pollfd p[2] = {{fd, POLLIN, 0}, {isatty(0) ? 0 : -1, POLLIN, 0}};

    return poll(p, 2, ms) > 0 && p[0].revents != 0;
}
