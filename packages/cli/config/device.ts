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
    const known = await read(path);
    if (known !== undefined) return known;
    const identity = { userId: crypto.randomUUID(), createdAt: new Date().toISOString() };
    await writePrivateFile(path, JSON.stringify(identity, null, 2) + "\n");
    // Of two first calls at once, the later rename stands for both from now on.
    return await read(path);
  } catch {
    return undefined;
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    const { userId } = JSON.parse(await Deno.readTextFile(path)) as { userId?: unknown };
    return typeof userId === "string" && UUID.test(userId) ? userId : undefined;
  } catch {
    return undefined;
  }
}
