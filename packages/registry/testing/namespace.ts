/** A network of its own, which two lines join to the rest of this machine. */
export interface Namespace extends AsyncDisposable {
  /** What a command begins with to run in there. */
  within: string[];
  /** The address there that this side reaches, whatever is cut. */
  host: string;
  /** The address of this side that programs there reach over the line that can be cut. */
  outside: string;
  /** From now on nothing arrives over that line, and nobody is told. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Makes one. @throws Error where this user may not, or where it cannot be done */
export async function openNamespace(): Promise<Namespace> {
  const [id, part] = [
    crypto.randomUUID().slice(0, 6),
    crypto.getRandomValues(new Uint8Array(1))[0],
  ];
  const name = `svc-${id}`;
  await ip("netns", "add", name);
  try {
    await ip("-netns", name, "link", "set", "lo", "up");
    // 198.18.0.0/15 is kept for tests of networks.
    const lasting = await join(name, `svc${id}a`, `198.18.${part}`);
    const cuttable = await join(name, `svc${id}b`, `198.19.${part}`);
    return {
      within: ["ip", "netns", "exec", name],
      host: lasting.there,
      outside: cuttable.here,
      cut: () => ip("link", "set", cuttable.line, "down"),
      restore: () => ip("link", "set", cuttable.line, "up"),
      // The lines go with it.
      [Symbol.asyncDispose]: () => ip("netns", "delete", name),
    };
  } catch (error) {
    await ip("netns", "delete", name);
    throw error;
  }
}

async function join(name: string, line: string, network: string) {
  const [here, there, peer] = [`${network}.1`, `${network}.2`, `${line}p`];
  await ip("link", "add", line, "type", "veth", "peer", "name", peer, "netns", name);
  await ip("address", "add", `${here}/24`, "dev", line);
  await ip("link", "set", line, "up");
  await ip("-netns", name, "address", "add", `${there}/24`, "dev", peer);
  await ip("-netns", name, "link", "set", peer, "up");
  return { line, here, there };
}

async function ip(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("ip", { args, stdout: "null" }).output();
  if (!success) throw new Error(`ip ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}
