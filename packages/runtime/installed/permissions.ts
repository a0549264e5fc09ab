import type { Descriptor } from "@svc/core/descriptor";
import { readTextIfPresent } from "../files/read.ts";

/** What the extension installed in `folder` asks for, or undefined when there is none. */
export async function readAsked(
  folder: string,
): Promise<Pick<Descriptor, "permissions" | "models"> | undefined> {
  const text = await readTextIfPresent(`${folder}/descriptor.json`);
  return text === undefined ? undefined : JSON.parse(text) as Descriptor;
}
