/** A server that says it is Postgres. */
export interface OldPostgres extends AsyncDisposable {
  url: string;
}

/** What it tells about itself, by the type that Postgres sends each as: int4, text and bool. */
type Told = Readonly<Record<string, [type: 23 | 25 | 16, value: string]>>;

/**
 * Starts a server that speaks as much of Postgres' protocol as a client's first question takes, and
 * answers each question with the same row about itself.
 *
 * @param version as `server_version_num` has it
 */
export function startOldPostgres(version: number): OldPostgres {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const row: Told = {
    version: [23, String(version)],
    encoding: [25, "UTF8"],
    standby: [16, "f"],
    schema: [25, "public"],
    may_create: [16, "t"],
    letters: [16, "t"],
  };
  const open = new Set<Deno.Conn>();
  const serving = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      void answer(connection, row).catch(() => undefined).finally(() => open.delete(connection));
    }
  })();
  return {
    url: `postgres://svc:hidden@127.0.0.1:${listener.addr.port}/svc`,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      await serving;
    },
  };
}

const READY = message("Z", text("I"));

async function answer(connection: Deno.Conn, row: Told): Promise<void> {
  const read = reader(connection);
  await read(await length(read));
  await connection.write(joined(message("R", int32(0)), READY));
  for (;;) {
    const [kind] = await read(1);
    await read(await length(read));
    if (kind === "Q".charCodeAt(0)) await connection.write(answered(row));
    else return connection.close();
  }
}

/** What is left of a message behind its length. */
async function length(read: (bytes: number) => Promise<Uint8Array>): Promise<number> {
  return new DataView((await read(4)).buffer).getInt32(0) - 4;
}

function answered(row: Told): Uint8Array<ArrayBuffer> {
  const columns = Object.entries(row);
  const described = columns.map(([name, [type]]) =>
    joined(text(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0))
  );
  const values = columns.map(([, [, value]]) => joined(int32(value.length), text(value)));
  return joined(
    message("T", int16(columns.length), ...described),
    message("D", int16(columns.length), ...values),
    message("C", text("SELECT 1\0")),
    READY,
  );
}

function message(kind: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = joined(...parts);
  return joined(text(kind), int32(body.length + 4), body);
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function int16(value: number): Uint8Array {
  const bytes = new Uint8Array(2);
  new DataView(bytes.buffer).setInt16(0, value);
  return bytes;
}

function int32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** Reads exactly so many bytes each time. @throws Error when the client has gone */
function reader(connection: Deno.Conn): (bytes: number) => Promise<Uint8Array> {
  return async (bytes) => {
    const into = new Uint8Array(bytes);
    for (let at = 0; at < bytes;) {
      const read = await connection.read(into.subarray(at));
      if (read === null) throw new Error("the client has gone");
      at += read;
    }
    return into;
  };
}
