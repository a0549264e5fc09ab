import { parse } from "yaml";

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;

/**
 * The fields between the `---` lines that begin a text; `none` without them, `broken` when they are no
 * YAML.
 */
export function frontMatter(text: string): Record<string, unknown> | "none" | "broken" {
  const block = FRONT_MATTER.exec(text)?.[1];
  if (block === undefined) return "none";
  try {
    const fields: unknown = parse(block);
    return typeof fields === "object" && fields !== null ? fields as Record<string, unknown> : {};
  } catch {
    return "broken";
  }
}
