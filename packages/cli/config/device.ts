import { UUID } from "@svc/core/name";
import type { Host } from "../frame/host.ts";
import { configFolder } from "../frame/config_folder.ts";
import { writePrivateFile } from "./private_file.ts";

/**
 * The UUID of this device, from `identity.json`, which is made on first need (spec §2.2).
 * Undefined when it can be neither read nor made: it only serves telemetry, so it never stops a call.
 */
export async function deviceId(host: Pick<Host, "env">): Promise<string | undefined> {
  try {
    const path = `${configFolder(host)}/identity.json`;
    const known = read(path);
    if (known !== undefined) return known;
    const identity = { userId: crypto.randomUUID(), createdAt: new Date().toISOString() };
    await writePrivateFile(path, JSON.stringify(identity, null, 2) + "\n");
    // Of two first calls at once, the later rename stands for both from now on.
    return read(path);
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    // Every request waits for it, and waking another thread takes longer than the read.
    const { userId } = JSON.parse(Deno.readTextFileSync(path)) as { userId?: unknown };
    return typeof userId === "string" && UUID.test(userId) ? userId : undefined;
  } catch {
    return undefined;
  }
}
