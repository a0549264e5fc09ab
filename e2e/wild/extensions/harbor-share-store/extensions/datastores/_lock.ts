/** Who holds a lock. */
export interface LockInfo {
  holder: string;
  hostname: string;
  pid: number;
  acquiredAt: string;
  ttlMs: number;
  nonce?: string;
}

export interface LockOptions {
  lockKey?: string;
  ttlMs?: number;
  retryIntervalMs?: number;
  maxWaitMs?: number;
}

/** A lock that is a file; a heartbeat keeps it fresh. */
export class ShareLock {
  #nonce: string | null = null;
  #heartbeat: number | undefined;
  private readonly file: string;
  private readonly ttlMs: number;

  constructor(root: string, private readonly options: LockOptions = {}) {
    this.file = `${root}/locks/${
      (options.lockKey ?? "default").replace(/[^\w.-]/g, "_")
    }.lock`;
    this.ttlMs = options.ttlMs ?? 30_000;
  }

  async acquire(): Promise<void> {
    const until = Date.now() + (this.options.maxWaitMs ?? 60_000);
    await Deno.mkdir(this.file.slice(0, this.file.lastIndexOf("/")), {
      recursive: true,
    });
    for (;;) {
      const nonce = crypto.randomUUID();
      try {
        await Deno.writeTextFile(this.file, JSON.stringify(this.#info(nonce)), {
          createNew: true,
        });
        this.#nonce = nonce;
        this.#beat();
        return;
      } catch (err) {
        if (!(err instanceof Deno.errors.AlreadyExists)) throw err;
      }
      const held = await this.inspect();
      if (held && Date.now() - Date.parse(held.acquiredAt) > held.ttlMs) {
        await this.forceRelease(held.nonce ?? "");
        continue;
      }
      if (Date.now() > until) {
        throw new Error(`Lock is held by ${held?.holder ?? "somebody"}`);
      }
      await new Promise((resolve) =>
        setTimeout(resolve, this.options.retryIntervalMs ?? 1000)
      );
    }
  }

  async release(): Promise<void> {
    if (this.#heartbeat !== undefined) clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    if (this.#nonce) await this.forceRelease(this.#nonce);
    this.#nonce = null;
  }

  async withLock<T>(fn: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await fn();
    } finally {
      await this.release();
    }
  }

  async inspect(): Promise<LockInfo | null> {
    try {
      return JSON.parse(await Deno.readTextFile(this.file));
    } catch (err) {
      if (err instanceof Deno.errors.NotFound) return null;
      throw err;
    }
  }

  async forceRelease(nonce: string): Promise<boolean> {
    const held = await this.inspect();
    if (!held || held.nonce !== nonce) return false;
    await Deno.remove(this.file).catch(() => {});
    return true;
  }

  #info(nonce: string): LockInfo {
    return {
      holder: `${Deno.env.get("USER") ?? "unknown"}@${Deno.hostname()}`,
      hostname: Deno.hostname(),
      pid: Deno.pid,
      acquiredAt: new Date().toISOString(),
      ttlMs: this.ttlMs,
      nonce,
    };
  }

  #beat(): void {
    this.#heartbeat = setInterval(async () => {
      try {
        if (this.#nonce) {
          await Deno.writeTextFile(
            this.file,
            JSON.stringify(this.#info(this.#nonce)),
          );
        }
      } catch {
        // the next beat tries again
      }
    }, this.ttlMs / 3);
    Deno.unrefTimer(this.#heartbeat);
  }
}
