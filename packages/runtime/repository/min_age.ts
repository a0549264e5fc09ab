import { SvcError } from "@svc/core/error";
import { readTextIfPresent } from "../files/read.ts";
import { MARKER, type Repository } from "./repository.ts";

/**
 * How old a version has to be before anybody installs it in this repository: `minAge` in `.svc.yaml`,
 * such as `7d`. Undefined when it says nothing.
 *
 * @throws SvcError `validation_failed` when it is not a text.
 */
export async function readMinAge({ root }: Repository): Promise<string | undefined> {
  const text = await readTextIfPresent(`${root}/${MARKER}`);
  if (text === undefined || !/minAge/.test(text)) return undefined;
  const { parse } = await import("yaml");
  let marker: unknown;
  try {
    marker = parse(text);
  } catch (error) {
    throw invalid(`${MARKER} is not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
  const { minAge } = (marker ?? {}) as { minAge?: unknown };
  if (minAge === undefined || minAge === null) return undefined;
  if (minAge === 0 || typeof minAge === "string") return String(minAge);
  throw invalid(`minAge in ${MARKER} is not an age`);
}

function invalid(message: string): SvcError {
  return new SvcError("validation_failed", message, {
    hint: "Write it like this: minAge: 7d",
  });
}
