// SPDX-License-Identifier: BSD-2-Clause
/*
 * A C++ program for profilers: classes, a template, a lambda. players.data was made with it:
 *
 *     g++ -O1 -fno-inline -fno-optimize-sibling-calls -fno-omit-frame-pointer -fno-stack-protector -static \
 *         -nostdlib -ffreestanding -fno-exceptions -Wl,--build-id=none -o players players.cc
 *     perf record -e cpu-clock:u -F 400 --no-buildid -g -o players.data /players
 *     perf report -i players.data --no-children --stdio -g none --sort sym -F overhead,sample,sym >players.report
 *
 * The sections after the samples describe the machine. They were removed, and their bits in the header cleared.
 */
static volatile unsigned long sink;

namespace game
{
template <typename T> class Ring
{
  public:
    void push(T item)
    {
        for (int n = 0; n < 300; n++) {
            items[at++ % 16] = item;
        }
    }

  private:
    T items[16];
    unsigned at;
};

class Player
{
  public:
    void update(int steps)
    {
        for (int n = 0; n < steps; n++) {
            ring.push(n);
            sink += static_cast<unsigned long>(n);
        }
    }

    operator bool() const
    {
        for (int n = 0; n < 9000; n++) {
            sink += 3;
        }
        return true;
    }

  private:
    Ring<int> ring;
};
} // namespace game

namespace
{
template <typename F> void repeat(int times, F function)
{
    for (int n = 0; n < times; n++) {
        function(n);
    }
}
} // namespace

static game::Player player;

extern "C" void _start()
{
    repeat(12000, [](int n) {
        for (int i = 0; i < 20000; i++) {
            sink += static_cast<unsigned long>(i);
        }
        player.update(n % 64);
        sink += player ? 1 : 0;
    });
    __asm__ volatile("syscall" : : "a"(231), "D"(0));
}
