import { visibleText } from "@svc/core/text";

/** A part of a line in one colour. */
export interface Part {
  text: string;
  /** Of the stylesheet; empty for plain text. */
  style: string;
}

/**
 * What a terminal takes as more than text: a colour, another control sequence, a string for the terminal
 * (also one that never ends), another escape, a control character. Every part can only be read one way, so
 * that a hostile line costs no more than its length.
 */
const CONTROL =
  // deno-lint-ignore no-control-regex
  /\x1b\[([\d;:]*)m|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]P^_X]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;

/** The parts of a line by the colours that it sets itself; all else that a terminal would do is left out. */
export function parts(line: string): Part[] {
  const found: Part[] = [];
  let style: Style = PLAIN;
  let from = 0;
  const add = (text: string) => {
    if (text !== "") found.push({ text: visibleText(text), style: classes(style) });
  };
  for (const match of line.matchAll(CONTROL)) {
    add(line.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[1] !== undefined) style = changed(style, match[1]);
  }
  add(line.slice(from));
  return found;
}

/** A line as a terminal without colours would show it. */
export function plain(line: string): string {
  return visibleText(line.replace(CONTROL, ""));
}

interface Style {
  colour: string | undefined;
  bold: boolean;
}

const PLAIN: Style = { colour: undefined, bold: false };

function classes({ colour, bold }: Style): string {
  return [colour === undefined ? "" : `ansi-${colour}`, bold ? "ansi-bold" : ""]
    .filter((one) => one !== "").join(" ");
}

/** The style after the numbers of a sequence. Backgrounds would make text unreadable, and are left out. */
function changed(style: Style, sequence: string): Style {
  const codes = sequence.split(/[;:]/).map(Number);
  let next = style;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code === 0) next = PLAIN;
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 22) next = { ...next, bold: false };
    else if (code === 39) next = { ...next, colour: undefined };
    else if (code >= 30 && code <= 37) next = { ...next, colour: COLOURS[code - 30] };
    else if (code >= 90 && code <= 97) next = { ...next, colour: COLOURS[code - 90] };
    else if (code === 38 || code === 48) {
      const [colour, taken] = extended(codes.slice(at + 1));
      if (code === 38) next = { ...next, colour };
      at += taken;
    }
  }
  return next;
}

/** A colour of 256 or of millions as the nearest of the eight, and how many numbers it took. */
function extended([kind, ...rest]: readonly number[]): [string | undefined, number] {
  if (kind === 5) {
    const number = rest[0] ?? 0;
    if (number < 16) return [COLOURS[number % 8], 2];
    if (number >= 232) return [number < 244 ? "black" : "white", 2];
    const cube = number - 16;
    return [nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6], 2), 2];
  }
  return kind === 2 ? [nearest(rest.slice(0, 3), 127), 4] : [undefined, 1];
}

function nearest(channels: readonly number[], middle: number): string | undefined {
  return COLOURS[channels.reduce((sum, value, bit) => sum + (value > middle ? 1 << bit : 0), 0)];
}
