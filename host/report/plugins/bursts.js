// SPDX-License-Identifier: BSD-2-Clause
// A row with bursts of wake-ups: those that follow the previous one within GAP ns. Change WHERE for other events.
//
//     spoor report --plugin bursts.js --elf demo.elf demo.spoor
const WHERE = "event=sched_wake",
  GAP = 1_000_000,
  LEAST = 3;

const bursts = [];
for (const { time } of await spoor.events(WHERE)) {
  const last = bursts.at(-1);
  if (last && time - last.to <= GAP) {
    last.to = time;
    last.count++;
  } else {
    bursts.push({ from: time, to: time, count: 1 });
  }
}
const large = bursts.filter((b) => b.count >= LEAST);

await spoor.addRow(
  "bursts of wake-ups",
  large.map(({ from, to, count }) => ({ from, to, name: `${count} wake-ups` })),
);
await spoor.addTable(
  "Bursts",
  ["time s", "length us", "wake-ups"],
  large.map(({ from, to, count }) => [from / 1e9, (to - from) / 1e3, count]),
);
