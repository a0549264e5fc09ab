/** Why an extension is to be used no longer, and what to use instead. */
export interface Deprecation {
  /** Shown to everybody who looks at it or pulls it. */
  reason: string;
  /** `@svc/<name>`. */
  supersededBy: string;
}

/**
 * The deprecation of an extension, as `deprecated.json` beside its manifest has it; null without one.
 *
 * @throws Error when the file does not hold a reason and a successor.
 */
export async function readDeprecation(folder: string): Promise<Deprecation | null> {
  const file = `${folder}/deprecated.json`;
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const { reason, supersededBy } = JSON.parse(text);
  if (!isText(reason) || !isText(supersededBy)) {
    throw new Error(`${file} has to hold a reason and the name in supersededBy`);
  }
  return { reason, supersededBy };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
