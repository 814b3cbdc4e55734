// SPDX-License-Identifier: BSD-2-Clause
// Parse and evaluate the tool's filters (host/query/filter.c): 'event=~sync_* && object==raw_blocks && thread=filter'.
const SIGNS = ["==", "!=", "=~", "!~", "<=", ">=", "=", "<", ">"];
const UNITS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

export class BadFilter extends Error {}

/** @typedef {{number?: number, ns?: number, text?: string}} Value */
/** @typedef {(name: string) => Value|undefined} LookUp */

class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  fail(wrong) {
    throw new BadFilter(`${wrong}, after "${this.text.slice(0, this.at)}"`);
  }

  blanks() {
    while (/\s/.test(this.text[this.at] ?? "")) {
      this.at++;
    }
  }

  take(sign) {
    this.blanks();
    const found = this.text.startsWith(sign, this.at);
    this.at += found ? sign.length : 0;
    return found;
  }

  word(wrong) {
    this.blanks();
    const quote = this.text[this.at];
    if (quote === '"' || quote === "'") {
      const end = this.text.indexOf(quote, this.at + 1);
      if (end < 0) {
        this.fail(wrong);
      }
      const word = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return { word, quoted: true };
    }
    const match = /^[\w.*?\-:/\u0080-\uffff]+/.exec(this.text.slice(this.at));
    if (match === null) {
      this.fail(wrong);
    }
    this.at += match[0].length;
    return { word: match[0], quoted: false };
  }

  chain(sign, next, join) {
    let left = next();
    while (this.take(sign)) {
      left = join(left, next());
    }
    return left;
  }

  or() {
    return this.chain(
      "||",
      () => this.and(),
      (a, b) => (look) => a(look) || b(look),
    );
  }

  and() {
    return this.chain(
      "&&",
      () => this.primary(),
      (a, b) => (look) => a(look) && b(look),
    );
  }

  primary() {
    if (++this.depth > 64) {
      this.fail("too many parentheses");
    }
    let test;
    if (this.take("!")) {
      const inner = this.primary();
      test = (look) => !inner(look);
    } else if (this.take("(")) {
      test = this.or();
      if (!this.take(")")) {
        this.fail("a parenthesis isn't closed");
      }
    } else {
      test = this.comparison();
    }
    this.depth--;
    return test;
  }

  comparison() {
    const { word: name } = this.word("a name is missing, or too long");
    const sign = SIGNS.find((s) => this.take(s));
    if (sign === undefined) {
      return (look) => look(name) !== undefined;
    }
    const { word: text, quoted } = this.word("a value is missing, or has no end");
    const wanted = quoted ? null : numberOf(text);
    if (wanted === null && /[<>]/.test(sign)) {
      this.fail("this comparison needs a number");
    }
    return (look) => compare(sign, look(name), text, wanted);
  }
}

/** @returns {{number: number, unit: boolean}|null} */
function numberOf(text) {
  const match = /^(0x[0-9a-f]+|-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(ns|us|ms|s)?$/i.exec(text);
  return match && { number: Number(match[1]) * (UNITS[match[2]] ?? 1), unit: match[2] !== undefined };
}

const globs = new Map();

const escapeSyntax = (c) => c.replace(/[\^$.*+?()[\]{}|\\/]/, "\\$&");

/** RegExp rejects a reversed range such as [z-a]. Here it matches nothing, so it is left out. */
function setSource(not, set) {
  const one = (c) => (c === "-" ? "\\-" : escapeSyntax(c));
  const source = set.replace(/(.)-(.)|./gsu, (all, from, to) =>
    from === undefined ? one(all) : from <= to ? `${one(from)}-${one(to)}` : "",
  );
  return `[${not && "^"}${source}]`;
}

/** A pattern with *, ?, [a-z] and [!a-z], as in spoor/util/glob.h. */
export function glob(pattern) {
  let found = globs.get(pattern);
  if (found === undefined) {
    const source = pattern.replace(/\[(?:([!^])|(?![!^]))(.[^\]]*)\]|\*+|./gsu, (all, not = "", set) => {
      if (set !== undefined) {
        return setSource(not, set);
      }
      return all[0] === "*" ? ".*" : all === "?" ? "." : escapeSyntax(all);
    });
    found = new RegExp(`^${source}$`, "su");
    globs.set(pattern, found);
  }
  return found;
}

/** @returns {number|null} less than, equal to or greater than 0; null if not comparable */
function order(v, wanted) {
  const value = wanted === null ? undefined : wanted.unit ? v.ns : v.number;
  return value === undefined ? null : Math.sign(value - wanted.number);
}

function compare(sign, v, text, wanted) {
  if (v === undefined) {
    return false;
  }
  const o = order(v, wanted);
  switch (sign) {
    case "=":
    case "==":
      return o === 0 || v.text === text;
    case "!=":
      return !(o === 0 || v.text === text);
    case "=~":
      return v.text !== undefined && glob(text).test(v.text);
    case "!~":
      return v.text === undefined || !glob(text).test(v.text);
    case "<":
      return o !== null && o < 0;
    case "<=":
      return o !== null && o <= 0;
    case ">":
      return o !== null && o > 0;
    default:
      return o !== null && o >= 0;
  }
}

/** @param {string} text @returns {(look: LookUp) => boolean} @throws {BadFilter} */
export function parseFilter(text) {
  const p = new Parser(text),
    test = p.or();
  p.blanks();
  if (p.at < text.length) {
    p.fail("&& or || is missing");
  }
  return test;
}

/** Look up the names used in filters. @param {import("./events.js").Events} e @returns {(i: number) => LookUp} */
export function eventLookUp(e) {
  const { trace } = e,
    fields = new Map();
  for (const id of trace.ids.values()) {
    fields.set(id.id, new Map(id.words < 0 ? [] : id.fields.map((f, n) => [f.name, [f, n]])));
  }
  const cycles = (c) => ({ number: c, ns: trace.ns(c) });
  const pointer = (address) => {
    const named = trace.pointers.get(address);
    return { number: address, text: named?.exact ? named.name : undefined };
  };
  const threadValue = (n) => ({ number: n, text: trace.threads.get(n)?.name });
  const fieldValue = (f, v) => {
    switch (f.format) {
      case "ptr":
        return pointer(v);
      case "thread":
        return threadValue(v);
      case "irq":
        return { number: v, text: trace.lines.get(v) ?? undefined };
      case "cycles":
        return cycles(v);
      case "enum":
        return { number: v, text: f.values[v] };
      default:
        return { number: v };
    }
  };
  return (i) => (name) => {
    const field = name === "thread" ? undefined : fields.get(e.id[i]).get(name);
    if (field !== undefined) {
      return fieldValue(field[0], e.value(i, field[1]));
    }
    const kind = e.meaning(i).class;
    switch (name) {
      case "event":
        return { text: e.meaning(i).name };
      case "thread":
        return e.thread[i] !== 0 ? threadValue(e.thread[i]) : undefined;
      case "irq":
        return e.irq[i] !== 0 ? { number: e.irq[i] - 1, text: trace.lines.get(e.irq[i] - 1) ?? undefined } : undefined;
      case "cpu":
        return { number: e.cpu[i] };
      case "time":
        return cycles(trace.begin + e.time[i]);
      case "wall":
        return kind === "block" ? cycles(e.value(i, 0)) : undefined;
      case "function": {
        const address = (e.value(i, 0) & ~1) >>> 0;
        return kind === "enter" || kind === "leave"
          ? { number: address, text: trace.functions.get(address)?.name }
          : undefined;
      }
      default:
        return undefined;
    }
  };
}
