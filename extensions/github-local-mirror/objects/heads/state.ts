import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../../platform/failure.ts";
import { infoAt } from "../../../platform/info_at.ts";
import { replaceFile } from "../../../platform/replaced_file.ts";
import type { Locations } from "../../locations/locations.ts";

/** What is known of the heads. */
export interface Heads {
  /** By number. */
  heads: Map<number, Head>;
  /** Numbers whose `prHeadState` is still to be written. */
  untold: Set<number>;
  /** By `waitingKey`, in the order they were seen. */
  waiting: Map<string, Waiting>;
}

/** Tells one revision that waits from all others. */
export function waitingKey({ number, sha, at }: Omit<Waiting, "previous">): string {
  return `${number} ${sha} ${at}`;
}

/** What was done since the heads were saved, one line each. */
type Done = { told: number } | { described: Waiting } | { again: number };

/** The heads, and where what is done with them is written down. */
export interface HeadsFile {
  /** As they are now, with what was noted. */
  heads: Heads;
  /** Saves them whole. */
  save(): Promise<void>;
  /** Notes what was done, brought to the disk, in one step. */
  note(done: readonly Done[]): Promise<void>;
}

const FILE = "heads.json";

/**
 * Reads what is known of the heads; nothing when there is no file yet. Each save begins a new list of
 * what was done, so that a process killed in between loses neither.
 *
 * @throws PlatformFailure `refused` when the file is damaged
 */
export async function readHeads({ artifacts }: Pick<Locations, "artifacts">): Promise<HeadsFile> {
  const path = `${artifacts}/${FILE}`;
  const info = await infoAt(path);
  const saved = info === undefined ? undefined : await parsed(path, info);
  let generation = saved?.generation ?? 0;
  const donePath = () => `${artifacts}/heads.${generation}.done`;
  const heads: Heads = {
    heads: new Map(saved?.heads ?? []),
    untold: new Set(saved?.untold ?? []),
    waiting: new Map(saved?.waiting.map((one) => [waitingKey(one), one]) ?? []),
  };
  for (const done of await doneIn(donePath())) apply(heads, done);
  return {
    heads,
    async save() {
      const before = donePath();
      const text = JSON.stringify({
        generation: generation + 1,
        heads: [...heads.heads],
        untold: [...heads.untold],
        waiting: [...heads.waiting.values()],
      });
      await replaceFile(path, [new TextEncoder().encode(text)]);
      generation++;
      await Deno.remove(before).catch(unlessAbsent);
    },
    async note(done) {
      if (done.length === 0) return;
      using file = await Deno.open(donePath(), { create: true, append: true, mode: 0o600 });
      const text = done.map((one) => `${JSON.stringify(one)}\n`).join("");
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.sync();
      for (const one of done) apply(heads, one);
    },
  };
}

async function parsed(path: string, info: Deno.FileInfo) {
  try {
    if (!info.isFile) throw new Error("not a regular file");
    return headsSchema.parse(JSON.parse(await Deno.readTextFile(path)));
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    throw new PlatformFailure("refused", {
      reason: `${path} is damaged`,
      hint: "Remove it: the next sync then describes all pull requests again",
    });
  }
}

/** A line that was cut by a kill is none. */
async function doneIn(path: string): Promise<Done[]> {
  const info = await infoAt(path);
  if (!info?.isFile) return [];
  return (await Deno.readTextFile(path)).split("\n").slice(0, -1).flatMap((line) => {
    try {
      return [JSON.parse(line) as Done];
    } catch {
      return [];
    }
  });
}

function apply({ heads, untold, waiting }: Heads, done: Done): void {
  if ("told" in done) untold.delete(done.told);
  else if ("described" in done) waiting.delete(waitingKey(done.described));
  else {
    const head = heads.get(done.again);
    if (head === undefined) return;
    const { sha, at, previous } = head;
    const one = { number: done.again, sha, at, previous };
    waiting.set(waitingKey(one), one);
  }
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** Forgets all heads, so that each that is fetched is new: the data that told of them are gone. */
export async function forgetHeads({ artifacts }: Pick<Locations, "artifacts">): Promise<void> {
  // The lists of what was done first: one that stayed would be taken for a later one.
  for await (const { name } of Deno.readDir(artifacts)) {
    if (/^heads\.\d+\.done$/.test(name)) await Deno.remove(`${artifacts}/${name}`);
  }
  if (await infoAt(`${artifacts}/${FILE}`) !== undefined) await Deno.remove(`${artifacts}/${FILE}`);
}

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const number = z.number().int().positive();
const seen = {
  sha,
  /** When a fetch first saw it there, ISO 8601. */
  at: z.string(),
  /** The head before; null for the first. */
  previous: sha.nullable(),
};
const head = z.object({
  ...seen,
  /** False when the ref is gone. */
  present: z.boolean(),
});
const waiting = z.object({ number, ...seen });

/** The head of a pull request as the fetches have seen it. */
export type Head = z.infer<typeof head>;

/** A revision that is still to be described. */
export type Waiting = z.infer<typeof waiting>;

/** Schema of `heads.json` in the artifact folder. */
const headsSchema = z.object({
  generation: z.number().int(),
  heads: z.array(z.tuple([number, head])),
  untold: z.array(number),
  waiting: z.array(waiting),
});
