import fc from "fast-check";

/** Letters, digits and marks that names are made of: texts of these are often names, or nearly. */
const PLAIN = [..."aAbz019-_.@/:~*"];

/** What means something to a shell, a path, a URL, a template, a flag or a line. */
const MARKS = [..." ,;\\%$#?&='\"`<>(){}[]|!\0\t\n\r\x1b\x7f"];

/** What people do not see, what looks like another letter, and what folds into other letters. */
const LOOKALIKES = [
  "\u0085",
  "\u00a0",
  "\u200b",
  "\u200d",
  "\u2028",
  "\u202e",
  "\ufeff",
  "\u0430", // Cyrillic а
  "\u212a", // Kelvin sign
  "\u0130", // İ, longer in lower case
  "\u017f", // ſ, s in upper case
  "ß",
  "é",
  "e\u0301",
  "２",
  "世",
  "😀",
  "\ud800", // half a pair
];

/** Texts that are often nearly what a grammar allows, and otherwise made to break it. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...PLAIN), maxLength: 45 }),
  fc.string({ unit: fc.constantFrom(...PLAIN, ...MARKS, ...LOOKALIKES), maxLength: 45 }),
  fc.string(),
);
