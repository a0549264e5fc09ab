import { Unreadable } from "./unreadable.ts";

/** What reading the texts of one archive may cost. */
export interface Effort {
  /** Counts one more part of a text, so that what is named again and again is not read without end. */
  step(): void;
  /** Counts the characters of what was read: a long text may be named in many places. */
  keep(text: string): string;
}

/** Parts of objects, lists and texts: far more than the largest extension has. */
const STEPS = 200_000;

const CHARACTERS = 2_000_000;

/** The effort for one archive, to be shared by all that is read of it. */
export function effort(): Effort {
  let steps = 0;
  let characters = 0;
  return {
    step() {
      if (++steps > STEPS) throw new Unreadable("is too complex to be read");
    },
    keep(text) {
      characters += text.length;
      if (characters > CHARACTERS) throw new Unreadable("has too much text to be shown");
      return text;
    },
  };
}
