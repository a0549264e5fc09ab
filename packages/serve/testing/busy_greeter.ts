import { createDefinition } from "@svc/runtime/definitions";
import { modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository, type TestRepository } from "../../runtime/testing/repository.ts";

/** A repository whose method waits when it is asked to. */
export interface BusyGreeter extends TestRepository {
  /** Lets all that wait go on, now and later. */
  letGo(): Promise<void>;
  /** How often the method has begun with that name. */
  begun(name: string): Promise<number>;
}

/** Inputs of a run that waits until it is let go. */
export const HOLD = { name: "hold" };

/**
 * Makes one with further behaviors. The method leaves a mark `out/<name>` for each run and holds the
 * file `out/alive` as long as it lives.
 */
export async function busyGreeter(...behaviors: readonly string[]): Promise<BusyGreeter> {
  const greeter = await greeterRepository(
    modelText(`        const out = context.repoDir + "/out";
        const alive = await Deno.open(out + "/alive", { read: true, write: true, create: true });
        await alive.lock(false);
        await Deno.writeTextFile(out + "/" + args.name, "x", { append: true });
        console.log("in progress");
        while (args.name.startsWith("hold")) {
          context.signal.throwIfAborted();
          try {
            await Deno.stat(out + "/go");
            break;
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }
        const handle = await context.writeResource("greeting", "main", { text: args.name });
        return { dataHandles: [handle] };`),
    { manifest: "permissions:\n  read:\n    - out\n  write:\n    - out\n" },
  );
  const { root } = greeter.repository;
  await Deno.mkdir(`${root}/out`);
  for (const name of behaviors) {
    await createDefinition(greeter.repository, {
      type: "@acme/greeter",
      name,
      globalArguments: {},
    });
  }
  // Grants what it asks for.
  await greeter.greet({ name: "consent" });
  return Object.assign(greeter, {
    letGo: () => Deno.writeTextFile(`${root}/out/go`, ""),
    begun: async (name: string) =>
      (await Deno.readTextFile(`${root}/out/${name}`).catch(() => "")).length,
  });
}
