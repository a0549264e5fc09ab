import {
  packageOf,
  type PackageOptions,
} from "../../packages/registry/testing/extensions/package.ts";

/**
 * Packed kilobytes of twenty publications, as published extensions have them: half have 12 or less,
 * nine of ten 28 or less; 67 is their p99 and 350 the largest.
 */
export const PACKED_KB = [
  ...[3, 5, 6, 7, 8, 9, 10, 11, 12, 12],
  ...[13, 15, 17, 19, 21, 23, 25, 28],
  ...[67, 350],
];

const WORDS =
  ("account branch bucket change client cluster config cursor deploy digest entry event " +
    "filter group header image index issue label limit member merge method number object owner page " +
    "path policy project query record region release report request review role route run scope " +
    "secret server status stream table target team token update user value vault version volume")
    .split(" ");

/** A module with documented functions whose words differ, so that it packs as sources do. */
function variedSource(functions: number, seed: number): string {
  let state = seed;
  const random = (below: number) =>
    (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const word = () => WORDS[random(WORDS.length)]!;
  const name = () => word() + Array.from({ length: 2 }, () => capital(word())).join("");
  return Array.from({ length: functions }, (_, n) => {
    const [one, other] = [name(), name()];
    return `/** ${capital(word())} the ${word()} of a ${word()} by its ${word()} and ${word()}.\n` +
      ` * @param ${one} the ${word()} to ${word()}\n */\n` +
      `export async function ${name()}${n}(${one}: string, ${other}: number): Promise<string> {\n` +
      `  const ${word()}${n} = await fetch(\`https://${word()}.example/${word()}/\${${one}}\`);\n` +
      `  if (${other} > ${
        random(1000)
      }) throw new Error("the ${word()} has no ${word()} ${word()}");\n` +
      `  return "${word()} " + ${other} * ${random(10_000)};\n}\n`;
  }).join("\n");
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** An extension of about so many packed bytes: sources up to a point, then texts that it carries. */
export async function packageOfSize(bytes: number, options: PackageOptions, seed: number) {
  const sourceBytes = Math.min(bytes, 120_000);
  const functions = Math.max(1, Math.floor((sourceBytes - 900) / PACKED_BYTES_EACH));
  const rest = bytes - sourceBytes;
  const files = rest === 0 ? {} : { "files/data.txt": incompressible(rest) };
  return await packageOf({
    ...options,
    source: variedSource(functions, seed),
    files,
    manifest: { additionalFiles: ["README.md", "LICENSE", ...rest === 0 ? [] : ["data.txt"]] },
  });
}

/** What one function of {@link variedSource} adds to an archive. */
const PACKED_BYTES_EACH = 95;

/** A text in short lines that packs to about so many bytes. */
function incompressible(bytes: number): string {
  const line = () => crypto.getRandomValues(new Uint8Array(57)).toBase64();
  return Array.from({ length: Math.ceil(bytes / 59) }, line).join("\n");
}

/** A module with many documented exports, as a large extension has: about 135 bytes each. */
export function largeSource(exports: number): string {
  return Array.from(
    { length: exports },
    (_, n) =>
      `/** Adds ${n} to a number.\n * @param value what to add to\n */\n` +
      `export function add${n}(value: number): number {\n  return value + ${n};\n}\n`,
  ).join("\n");
}
