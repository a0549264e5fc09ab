import { ok } from "node:assert/strict";
import { workspaceProcess } from "./process.ts";

/**
 * Runs a module that counts its changes of the disk with `beforeEachChange`, in a process of its own.
 *
 * @returns how many changes it made, or the signal that ended it
 */
export async function changesOf(module: string, task: unknown): Promise<number | Deno.Signal> {
  const { signal, code, stdout } = await workspaceProcess(module, task).output();
  ok(signal !== null || code === 0, `exit code ${code}`);
  return signal ?? Number(new TextDecoder().decode(stdout));
}
