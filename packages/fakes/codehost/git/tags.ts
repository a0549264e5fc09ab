import type { Bare } from "./bare.ts";
import type { Signature } from "./commits.ts";

/** An annotated tag. */
export interface Tag {
  tag: string;
  message: string;
  /** What it names. */
  object: string;
  type: string;
  by: Signature;
}

/** Writes an annotated tag and gives its id. No reference is made. */
export const writeTag = (bare: Bare, { tag, message, object, type, by }: Tag): Promise<string> =>
  bare.text(["mktag"], {
    input: [
      `object ${object}`,
      `type ${type}`,
      `tag ${tag}`,
      `tagger ${by.name} <${by.email}> ${Date.parse(by.date) / 1000} +0000`,
      "",
      `${message}\n`,
    ].join("\n"),
  });

/** An annotated tag by its id; undefined when it is absent or something else. */
export async function readTag(bare: Bare, sha: string): Promise<Tag | undefined> {
  if (!/^[0-9a-f]{40}$/.test(sha)) return undefined;
  const { code, stdout } = await bare.run(["cat-file", "tag", sha]);
  const text = new TextDecoder().decode(stdout);
  const found =
    /^object (\w+)\ntype (\w+)\ntag (.*)\ntagger (.*) <(.*)> (\d+) [+-]\d{4}\n\n([^]*?)\n?$/
      .exec(text);
  if (code !== 0 || !found) return undefined;
  const [, object, type, tag, name, email, time, message] = found as unknown as string[];
  const date = new Date(Number(time) * 1000).toISOString().replace(/\.\d+Z$/, "Z");
  return {
    tag: tag!,
    message: message!,
    object: object!,
    type: type!,
    by: { name: name!, email: email!, date },
  };
}
