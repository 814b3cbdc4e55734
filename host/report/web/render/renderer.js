// SPDX-License-Identifier: BSD-2-Clause
// Draw rectangles into a buffer of pixels, so that a frame costs the same with ten rectangles or a hundred thousand.
// The canvas draws text and lines on top.
import { css, pixel } from "./colour.js";

export class Renderer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    this.width = this.height = 0;
    this.font = "11px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
  }

  /** Begin a frame. All sizes are in device pixels; `scale` of them make a CSS pixel. */
  begin(width, height, back, scale = 1) {
    if (width !== this.width || height !== this.height) {
      this.canvas.width = this.width = width;
      this.canvas.height = this.height = height;
      this.image = this.context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.charWidth = 0;
    }
    this.scale = scale;
    this.texts = [];
    this.lines = [];
    this.pixels.fill(pixel(back));
    if (this.charWidth === 0) {
      this.context.font = this.fontNow();
      this.charWidth = this.context.measureText("0000000000").width / 10;
    }
  }

  fontNow() {
    return this.font.replace(/^\d+/, String(Math.round(parseInt(this.font, 10) * this.scale)));
  }

  /** Fill a rectangle. @param {number} colour as from pixel() */
  rect(x, y, w, h, colour) {
    const x0 = Math.max(0, x),
      x1 = Math.min(this.width, x + w),
      y1 = Math.min(this.height, y + h);
    if (x1 - x0 === 1) {
      for (let at = Math.max(0, y) * this.width + x0, end = y1 * this.width; at < end; at += this.width) {
        this.pixels[at] = colour;
      }
      return;
    }
    for (let row = Math.max(0, y); row < y1 && x1 > x0; row++) {
      this.pixels.fill(colour, row * this.width + x0, row * this.width + x1);
    }
  }

  /** Draw a column of dots from y0 up to y1, excluding y1. */
  dotted(x, y0, y1, colour) {
    const { pixels, width } = this,
      first = Math.max(0, y0),
      end = Math.min(y1, this.height) * width;
    for (let at = (first + ((x + first) & 1)) * width + x; at < end; at += 2 * width) {
      pixels[at] = colour;
    }
  }

  /** Fill a rectangle with dots: every second pixel. */
  dots(x, y, w, h, colour) {
    const x0 = Math.max(0, x),
      x1 = Math.min(this.width, x + w),
      y1 = Math.min(this.height, y + h);
    for (let row = Math.max(0, y); row < y1; row++) {
      for (let at = x0 + ((x0 + row) & 1); at < x1; at += 2) {
        this.pixels[row * this.width + at] = colour;
      }
    }
  }

  hatch(x, y, w, h, colour, step = 5) {
    const x0 = Math.max(0, x),
      x1 = Math.min(this.width, x + w),
      y1 = Math.min(this.height, y + h);
    for (let row = Math.max(0, y); row < y1; row++) {
      for (let at = x0 + ((step - ((x0 + row) % step)) % step); at < x1; at += step) {
        this.pixels[row * this.width + at] = colour;
      }
    }
  }

  frame(x, y, w, h, colour) {
    this.rect(x, y, w, 1, colour);
    this.rect(x, y + h - 1, w, 1, colour);
    this.rect(x, y, 1, h, colour);
    this.rect(x + w - 1, y, 1, h, colour);
  }

  /** Blend a colour over the existing pixels. @param {number} part opacity, of 256 */
  shade(x, y, w, h, [r, g, b], part) {
    const x0 = Math.max(0, x),
      x1 = Math.min(this.width, x + w),
      y1 = Math.min(this.height, y + h),
      keep = 256 - part;
    for (let row = Math.max(0, y); row < y1; row++) {
      for (let at = row * this.width + x0, end = row * this.width + x1; at < end; at++) {
        const p = this.pixels[at];
        this.pixels[at] =
          (0xff000000 |
            (((((p >> 16) & 255) * keep + b * part) >> 8) << 16) |
            (((((p >> 8) & 255) * keep + g * part) >> 8) << 8) |
            (((p & 255) * keep + r * part) >> 8)) >>>
          0;
      }
    }
  }

  /**
   * Draw text in a box. It is shortened with "…" if it doesn't fit, and omitted if three letters don't fit.
   * @param {"left"|"right"} align @param {[number, number, number]|null} plate colour behind the text, over patterns
   */
  text(x, y, w, h, text, colour, align = "left", plate = null) {
    const { scale, charWidth } = this,
      fits = Math.floor((w - 4 * scale) / charWidth);
    if (fits < Math.min(text.length, 3) || fits <= 0) {
      return;
    }
    const shown = text.length <= fits ? text : `${text.slice(0, fits - 1)}…`;
    if (plate !== null) {
      const wide = Math.ceil(shown.length * charWidth + 4 * scale),
        tall = Math.min(Math.round(h), Math.round(13 * scale)),
        left = align === "right" ? x + w - wide - scale : x + scale;
      this.rect(Math.round(left), Math.round(y + (h - tall) / 2), wide, tall, pixel(plate));
    }
    this.texts.push({ x, y: y + h / 2, w, text: shown, colour, align });
  }

  line(points, colour, { width = 1, dash = [], arrow = false } = {}) {
    this.lines.push({ points, colour, width, dash, arrow });
  }

  /** The canvas is slow to change its colour. @returns {Map<[number, number, number], object[]>} */
  textsByColour() {
    const groups = new Map();
    for (const t of this.texts) {
      const group = groups.get(t.colour);
      if (group) {
        group.push(t);
      } else {
        groups.set(t.colour, [t]);
      }
    }
    return groups;
  }

  end() {
    const c = this.context;
    c.putImageData(this.image, 0, 0);
    c.font = this.fontNow();
    c.textBaseline = "middle";
    for (const [colour, texts] of this.textsByColour()) {
      c.fillStyle = css(colour);
      for (const t of texts) {
        c.fillText(
          t.text,
          t.align === "right" ? t.x + t.w - t.text.length * this.charWidth - 3 * this.scale : t.x + 3 * this.scale,
          t.y,
        );
      }
    }
    for (const l of this.lines) {
      c.strokeStyle = c.fillStyle = css(l.colour);
      c.lineWidth = l.width * this.scale;
      c.setLineDash(l.dash);
      c.beginPath();
      l.points.forEach(([x, y], i) => (i === 0 ? c.moveTo(x, y) : c.lineTo(x, y)));
      c.stroke();
      if (l.arrow) {
        const [x, y] = l.points[l.points.length - 1],
          [px, py] = l.points[l.points.length - 2],
          angle = Math.atan2(y - py, x - px),
          size = 6 * this.scale;
        c.beginPath();
        c.moveTo(x, y);
        c.lineTo(x - size * Math.cos(angle - 0.45), y - size * Math.sin(angle - 0.45));
        c.lineTo(x - size * Math.cos(angle + 0.45), y - size * Math.sin(angle + 0.45));
        c.fill();
      }
      c.setLineDash([]);
    }
  }
}
