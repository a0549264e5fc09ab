/** Bytes as they come, taken apart without keeping more than is asked for. */
export interface Incoming {
  /** Everything up to the next such byte, which is dropped. The bytes are good until the next call. */
  until(byte: number): Promise<Uint8Array>;
  /** So many bytes, good until the next call. */
  exactly(count: number): Promise<Uint8Array>;
  /** The next byte, which stays. */
  peek(): Promise<number>;
  /** Drops so many bytes. */
  skip(count: number): Promise<void>;
  /** What has come and was not taken yet, at least one byte; undefined at the end. */
  some(): Promise<Uint8Array | undefined>;
  /** Gives up the rest. */
  cancel(): Promise<void>;
}

/** @param early called, to throw, when the stream ends in what is asked for */
export function incoming(
  stream: ReadableStream<Uint8Array>,
  early: () => Promise<never>,
): Incoming {
  const reader = stream.getReader();
  let held: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
  /** Reads on; false at the end. */
  const more = async (): Promise<boolean> => {
    const { value } = await reader.read();
    if (value === undefined) return false;
    held = held.length === 0 ? value : joined(held, value);
    return true;
  };
  const take = (count: number): Uint8Array => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    async until(byte) {
      let from = 0;
      while (true) {
        const at = held.indexOf(byte, from);
        if (at >= 0) {
          const taken = take(at);
          take(1);
          return taken;
        }
        from = held.length;
        if (!await more()) return await early();
      }
    },
    async exactly(count) {
      while (held.length < count) if (!await more()) return await early();
      return take(count);
    },
    async peek() {
      while (held.length === 0) if (!await more()) return await early();
      return held[0]!;
    },
    async skip(count) {
      let left = count;
      while (left > held.length) {
        left -= take(held.length).length;
        if (!await more()) return await early();
      }
      take(left);
    },
    async some() {
      if (held.length === 0 && !await more()) return undefined;
      return take(held.length);
    },
    async cancel() {
      await reader.cancel().catch(() => {});
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
