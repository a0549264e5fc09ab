/** A module with many documented exports, as a large extension has: about 135 bytes each. */
export function largeSource(exports: number): string {
  return Array.from(
    { length: exports },
    (_, n) =>
      `/** Adds ${n} to a number.\n * @param value what to add to\n */\n` +
      `export function add${n}(value: number): number {\n  return value + ${n};\n}\n`,
  ).join("\n");
}

/** Files of nearly a megabyte each that hardly compress, by path below `extension/`. */
export function largeFiles(count: number): Record<string, string> {
  const line = () => crypto.getRandomValues(new Uint8Array(57)).toBase64();
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `files/data-${n}.txt`,
      Array.from({ length: 12_900 }, line).join("\n"),
    ]),
  );
}
