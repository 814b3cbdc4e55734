// SPDX-License-Identifier: BSD-2-Clause
// Colours. A name has the same hue in all views, and all hues have a similar lightness.
// States use the palette of Okabe and Ito, and patterns as well.

/** Convert OKLCH to sRGB. @returns {[number, number, number]} 0 to 255 */
export function oklch(l, c, hue) {
  const a = c * Math.cos((hue * Math.PI) / 180),
    b = c * Math.sin((hue * Math.PI) / 180);
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
    -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
    -0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S,
  ];
  return linear.map((v) =>
    Math.round(255 * Math.min(1, Math.max(0, v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055))),
  );
}

/** A colour as a pixel of a little-endian buffer. */
export function pixel([r, g, b], alpha = 255) {
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** Mix a pixel with a background. @param {number} colour as from pixel() @param {number} part of the colour, 0 to 1 */
export function tint(colour, back, part) {
  const mixed = back.map((b, n) => Math.round(b + (((colour >>> (8 * n)) & 255) - b) * part));
  return pixel(mixed);
}

export function css([r, g, b]) {
  return `rgb(${r},${g},${b})`;
}

export function hashOf(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}

/** The relative luminance of a colour, as WCAG defines it. */
function luminance(colour) {
  const [r, g, b] = colour.map((v) => (v <= 10 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const INKS = [
  [17, 17, 17],
  [255, 255, 255],
];

/** Black or white, whichever is more readable on a colour: the contrast is at least 4.5. */
export function inkOn(colour) {
  return contrast(INKS[0], colour) >= contrast(INKS[1], colour) ? INKS[0] : INKS[1];
}

const named = new Map();
let shift = 0;

/** Turn the hues of all names by some degrees. */
export function turnHues(degrees) {
  if (degrees !== shift) {
    shift = degrees;
    named.clear();
  }
}

/** The colour of a name. Dark text is readable on it in both themes. @returns {[number, number, number]} */
export function nameColour(name) {
  let colour = named.get(name);
  if (colour === undefined) {
    const h = hashOf(name);
    colour = oklch(0.74 + ((h >>> 16) % 3) * 0.04, 0.105, ((h % 24) * 15 + shift) % 360);
    named.set(name, colour);
  }
  return colour;
}

/** A colour for a share from 0 to 1. */
export function heatColour(share, dark) {
  const s = Math.sqrt(Math.min(1, Math.max(0, share)));
  return dark
    ? oklch(0.25 + 0.6 * s, 0.02 + 0.13 * s, 280 - 220 * s)
    : oklch(0.97 - 0.5 * s, 0.02 + 0.15 * s, 90 - 70 * s);
}

export const STATE_COLOURS = {
  ready: [230, 159, 0],
  waits: [86, 180, 233],
  lost: [213, 94, 0],
  runs: [0, 158, 115],
};

export const THEMES = {
  light: {
    back: [255, 255, 255],
    row: [246, 247, 249],
    group: [233, 236, 241],
    text: [26, 29, 35],
    faint: [95, 101, 112],
    grid: [226, 229, 234],
    idle: [232, 234, 238],
    select: [0, 90, 181],
    on: [20, 22, 26],
    waitText: [0, 84, 130],
  },
  dark: {
    back: [22, 24, 29],
    row: [28, 31, 37],
    group: [38, 42, 50],
    text: [232, 234, 238],
    faint: [158, 165, 176],
    grid: [44, 48, 56],
    idle: [42, 46, 54],
    select: [120, 180, 255],
    on: [12, 13, 16],
    waitText: [140, 205, 245],
  },
};
