/** Connections that end before their time. */
export interface Cut {
  /** Of requests of this method. */
  method: string;
  /** Before the server hears of the request; once it has answered; or after bytes of its answer. */
  when: "before" | "after" | { bytes: number };
  /** How many requests. */
  times: number;
}

/** What stands before a server and breaks connections, which no HTTP server does by itself. */
export interface S3Relay extends AsyncDisposable {
  /** Base URL without a trailing slash. */
  url: string;
  cut: Cut | undefined;
}

/** Relays connections to the server at `url`, byte for byte. */
export function startRelay(url: string): S3Relay {
  const { hostname, port } = new URL(url);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const relay: S3Relay = {
    url: `http://127.0.0.1:${listener.addr.port}`,
    cut: undefined,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) close(connection);
      await accepting;
    },
  };

  function close(connection: Deno.TcpConn): void {
    if (!open.delete(connection)) return;
    connection.close();
  }

  async function serve(client: Deno.TcpConn): Promise<void> {
    open.add(client);
    const server = await Deno.connect({ hostname, port: Number(port) });
    open.add(server);
    let left = Infinity;
    const requests = async () => {
      for await (const chunk of chunksOf(client)) {
        const { cut } = relay;
        if (cut && cut.times > 0 && starts(chunk, `${cut.method} `)) {
          cut.times--;
          if (cut.when === "before") return;
          left = cut.when === "after" ? 0 : cut.when.bytes;
        }
        await writeAll(server, chunk);
      }
    };
    const answers = async () => {
      for await (const chunk of chunksOf(server)) {
        await writeAll(client, chunk.subarray(0, left));
        left -= chunk.byteLength;
        if (left < 0) return;
      }
    };
    await Promise.race([requests(), answers()]).catch(() => {});
    close(client);
    close(server);
  }

  const accepting = (async () => {
    const serving: Promise<void>[] = [];
    for await (const client of listener) serving.push(serve(client));
    await Promise.all(serving);
  })();
  return relay;
}

async function* chunksOf(connection: Deno.TcpConn): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(64 * 1024);
  for (;;) {
    const count = await connection.read(buffer).catch(() => null);
    if (count === null) return;
    yield buffer.slice(0, count);
  }
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += await connection.write(bytes.subarray(at));
}

function starts(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder().decode(bytes.subarray(0, text.length)) === text;
}
