import { PlatformFailure } from "../../platform/failure.ts";

/** What a replacement may refer to. */
export interface Groups {
  /** Text of each group, the whole match first; null when it took no part. */
  texts: readonly (string | null)[];
  names: Readonly<Record<string, number>>;
}

/**
 * A replacement with what it refers to: `$1`, `$<name>`, `$&` for the whole match, `$$` for a `$`.
 * Any other `$` stands for itself.
 *
 * @param longest most characters the result may have; counted before anything is put together
 * @param written changes the parts that do not come from the match, for example their line ends
 * @throws PlatformFailure `invalid` for a group the pattern does not have, `too_large`
 */
export function expand(
  replacement: string,
  { texts, names }: Groups,
  longest: number,
  written: (literal: string) => string,
): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    if (length > longest) throw tooLong(longest);
    parts.push(part);
  };
  let done = 0;
  for (const found of replacement.matchAll(/\$(?:(\$)|(&)|<([^>]*)>|(\d\d?))/g)) {
    const [all, dollar, whole, name, digits] = found;
    add(written(replacement.slice(done, found.index)));
    done = found.index + all.length;
    if (dollar) add("$");
    else if (whole) add(texts[0]!);
    else if (name !== undefined) {
      if (!Object.hasOwn(names, name)) throw noGroup(all);
      add(texts[names[name]!] ?? "");
    } else {
      const two = Number(digits);
      const group = two > 0 && two < texts.length ? two : Number(digits![0]);
      if (group === 0 || group >= texts.length) throw noGroup(all);
      add(texts[group] ?? "");
      if (group !== two) add(digits!.slice(1));
    }
  }
  add(written(replacement.slice(done)));
  return parts.join("");
}

function noGroup(reference: string): PlatformFailure {
  return new PlatformFailure("invalid", {
    reason: `the replacement refers to '${
      reference.slice(0, 80)
    }', which the pattern does not have`,
    hint: "Write $$ for a $",
  });
}

function tooLong(longest: number): PlatformFailure {
  return new PlatformFailure("too_large", {
    reason: `the replacement is longer than ${longest} characters with what it refers to`,
    hint: "Replace less at a time",
  });
}
