import type { Call, ChildHello, FromChild, Hello, ToChild } from "../protocol.ts";

/** The child's end of the pipes. */
export interface Channel<Greeting extends ChildHello = Hello> {
  hello: Greeting;
  send(message: FromChild): void;
  /** Asks svc for something; rejects with its refusal. */
  call<T>(call: Call): Promise<T>;
  /** Aborted when svc asks the method to stop. */
  signal: AbortSignal;
  /** Has everything else that svc says given to `take`. */
  listen(take: (message: Exclude<ToChild, { t: "reply" | "abort" }>) => void): void;
  /** Ends the process once everything sent has been written. */
  exit(code: number): never;
}

/**
 * Takes over stdin and stdout. Called before the extension is loaded: what is needed later is kept
 * here, so that an extension that replaces globals breaks itself and not the protocol.
 */
export function openChannel<Greeting extends ChildHello = Hello>(): Channel<Greeting> {
  const write = Deno.stdout.writeSync.bind(Deno.stdout);
  const read = Deno.stdin.read.bind(Deno.stdin);
  const readSync = Deno.stdin.readSync.bind(Deno.stdin);
  const leave = Deno.exit.bind(Deno);
  const { parse, stringify } = JSON;
  const encoder = new TextEncoder();
  const encode = encoder.encode.bind(encoder);
  const decoder = new TextDecoder();
  const decode = decoder.decode.bind(decoder);
  const buffer = new Uint8Array(64 * 1024);

  // A line of many pieces is put together once: it may be long.
  let begun: string[] = [];
  const lines: string[] = [];
  const take = (count: number) => {
    const [first, ...others] = decode(buffer.subarray(0, count), { stream: true }).split("\n");
    begun.push(first!);
    for (const next of others) {
      lines.push(begun.join(""));
      begun = [next];
    }
  };
  while (lines.length === 0) {
    const count = readSync(buffer);
    if (count === null) leave(1);
    take(count!);
  }
  const hello = parse(lines.shift()!) as Greeting;
  const { token } = hello;

  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const aborter = new AbortController();
  let lastId = 0;

  const send = (message: FromChild) => {
    // The line break in front ends whatever the extension has printed without one.
    const bytes = encode(`\n${token}${stringify(message)}\n`);
    for (let sent = 0; sent < bytes.length;) sent += write(bytes.subarray(sent));
  };
  let others: Parameters<Channel["listen"]>[0] = () => {};
  const receive = (message: ToChild) => {
    if (message.t === "abort") {
      return aborter.abort(new DOMException(message.reason, "AbortError"));
    }
    if (message.t !== "reply") return others(message);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) return call?.resolve(message.value);
    const error = new Error(message.error.message);
    error.name = message.error.name;
    call?.reject(error);
  };
  const listen = async () => {
    for (;;) {
      for (let line = lines.shift(); line !== undefined; line = lines.shift()) receive(parse(line));
      const count = await read(buffer);
      // svc has gone; nobody is left to write for.
      if (count === null) leave(1);
      take(count!);
    }
  };
  // Without a pipe to listen to, a child would outlive svc: it ends instead.
  listen().catch(() => leave(1));
  return {
    hello,
    send,
    signal: aborter.signal,
    exit: leave,
    listen: (given) => {
      others = given;
    },
    call: <T>(call: Call) =>
      new Promise<T>((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        send({ t: "call", id, call });
      }),
  };
}
