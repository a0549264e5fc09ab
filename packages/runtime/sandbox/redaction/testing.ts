import fc from "fast-check";

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const hex = (byte: number) => byte.toString(16).padStart(2, "0");
const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)));
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * The ways in which programs write a text that a person may then read. What stands around it is part
 * of what is encoded, so that it begins at any byte of base64.
 */
export const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: escaped,
  "json in json": (text) => escaped(escaped(text)),
  "json in ascii": (text) =>
    text.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  "url component": encodeURIComponent,
  "url component in small letters": (text) =>
    encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
  "each byte in percent": (text) => utf8(text).map((byte) => `%${hex(byte)}`).join(""),
  "url component twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "form field": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  html: (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
  base64,
  "base64 in json": (text) => escaped(base64(text)).replaceAll("/", "\\/"),
  base64url: (text) => base64(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  "base64 in a url": (text) => encodeURIComponent(base64(text)),
  "base64 in lines": (text) => base64(text).replace(/.{5}/g, "$&\n"),
  hex: (text) => utf8(text).map(hex).join(""),
  "hex in capitals": (text) => utf8(text).map(hex).join("").toUpperCase(),
  "hex with colons": (text) => utf8(text).map(hex).join(":"),
  "hex in a shell": (text) => utf8(text).map((byte) => `\\x${hex(byte)}`).join(""),
};

/** Characters that each writing treats in another way, and few enough that secrets are in each other. */
const CHARACTERS = [..."ab1Z%+/=&<\"'\\ .:-_~é☂😀\n"];

/** Secrets of the shortest length that is hidden in every writing, and longer. */
export const secrets: fc.Arbitrary<string> = fc.array(fc.constantFrom(...CHARACTERS), {
  minLength: 6,
  maxLength: 150,
}).map((characters) => characters.join("")).filter((text) => /[^\s*]{3}/.test(text));

/** What stands around a secret. */
export const surroundings: fc.Arbitrary<string> = fc.array(fc.constantFrom(...CHARACTERS), {
  maxLength: 5,
}).map((characters) => characters.join(""));
