/** Copies a folder as `cp -r` does: the floor of a first sync. */
export async function copy(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-r", from, `${to}/copy`] }).output();
  if (!success) throw new Error("cp failed");
}

/** Milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Prints a text at once. */
export async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
