import type { Descriptor } from "@svc/core/descriptor";
import type { Permissions } from "@svc/core/permission";
import { readTextIfPresent } from "../files/read.ts";

/** The permissions of the extension installed in `folder`, or undefined when there is none. */
export async function readPermissions(folder: string): Promise<Permissions | undefined> {
  const text = await readTextIfPresent(`${folder}/descriptor.json`);
  return text === undefined ? undefined : (JSON.parse(text) as Descriptor).permissions;
}
