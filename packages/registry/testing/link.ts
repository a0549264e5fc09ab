/** A line to a server on loopback that can be cut. */
export interface Link extends AsyncDisposable {
  port: number;
  /** From now on nothing arrives at either end, and neither is told. */
  cut(): void;
  /** Connections that are open end; new ones are carried again. */
  restore(): void;
  /** New connections lead to another port; those that are open stay. */
  lead(to: number): void;
}

/**
 * Opens a line to a port of this machine.
 *
 * @param carried is told how many bytes go on, in either direction
 * @param hostname the address at which the line is reached
 */
export function openLink(
  port: number,
  carried: (bytes: number) => void = () => {},
  hostname = "127.0.0.1",
): Link {
  let to = port;
  const listener = Deno.listen({ hostname, port: 0 });
  const open = new Set<Deno.Conn>();
  let isCut = false;

  const close = (connection: Deno.Conn) => {
    if (!open.delete(connection)) return;
    connection.close();
  };
  async function carry(from: Deno.Conn, onto: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(64 * 1024);
    try {
      for (let read; (read = await from.read(buffer)) !== null;) {
        carried(read);
        for (let at = 0; at < read && !isCut;) at += await onto.write(buffer.subarray(at, read));
      }
    } catch {
      // Ended by either side.
    }
    if (isCut) return;
    close(from);
    close(onto);
  }
  async function accept(): Promise<void> {
    for await (const near of listener) {
      const far = await Deno.connect({ hostname: "127.0.0.1", port: to }).catch(() => undefined);
      if (far === undefined) {
        near.close();
        continue;
      }
      open.add(near).add(far);
      void carry(near, far);
      void carry(far, near);
    }
  }
  const accepting = accept();
  const closeAll = () => [...open].forEach(close);
  return {
    port: listener.addr.port,
    cut() {
      isCut = true;
    },
    restore() {
      closeAll();
      isCut = false;
    },
    lead(other) {
      to = other;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      closeAll();
      await accepting;
    },
  };
}
