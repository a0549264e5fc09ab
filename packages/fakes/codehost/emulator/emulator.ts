import { createEmulator } from "emulate";

/** An organization with the people in it. */
export interface OrganizationSeed {
  login: string;
  members: readonly { login: string; role: "admin" | "member" }[];
}

/** A repository that exists from the start. */
export interface RepositorySeed {
  owner: string;
  name: string;
  description?: string;
  language?: string;
  private?: boolean;
}

/** Who and what the emulator knows from the start. */
export interface EmulatorSeed {
  logins: readonly string[];
  organizations: readonly OrganizationSeed[];
  repositories: readonly RepositorySeed[];
}

/** A request for the emulator, in somebody's name or in nobody's. */
export interface Asked {
  login: string | null;
  method: string;
  /** Path and query. */
  path: string;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** What the emulator says. */
export interface Told {
  status: number;
  headers: Headers;
  text: string;
}

/** The `emulate` package's emulator of the platform. */
export interface EmulatedPlatform extends AsyncDisposable {
  ask(asked: Asked): Promise<Told>;
}

/** Starts the emulator. Its answers name `base` as their address. */
export async function startEmulator(base: string, seed: EmulatorSeed): Promise<EmulatedPlatform> {
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: {
      tokens: Object.fromEntries(
        seed.logins.flatMap((login) =>
          Array.from({ length: TOKENS_EACH }, (_, index) => [
            tokenOf(login, index),
            { login, scopes: SCOPES },
          ])
        ),
      ),
      github: {
        users: seed.logins.map((login) => ({ login, name: login })),
        orgs: seed.organizations,
        repos: seed.repositories.map((one) => ({ ...one, auto_init: false })),
      },
    },
  });
  const own = emulator.url.replace("localhost", "127.0.0.1");
  const renamed = (text: string) =>
    text.replaceAll(emulator.url, base).replaceAll(own, base).replace(BOT_IN_URL, "$1%5Bbot%5D");
  let asked = 0;
  return {
    async ask({ login, method, path, body }) {
      const sent = new Headers({ "content-type": "application/json" });
      if (login !== null) {
        sent.set("authorization", `Bearer ${tokenOf(login, asked++ % TOKENS_EACH)}`);
      }
      const request = { method, headers: sent, body: body ?? null, redirect: "manual" } as const;
      const answer = await fetch(own + path, request);
      const text = await answer.text();
      const headers = new Headers({ "content-type": answer.headers.get("content-type") ?? "" });
      const link = answer.headers.get("link");
      if (link !== null) headers.set("link", renamed(link));
      return { status: answer.status, headers, text: renamed(text) };
    },
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

/** Brackets of a bot's login, which an address may not have. */
const BOT_IN_URL = /(https?:\/\/[^"\s]*)\[bot\]/g;

const SCOPES = ["repo", "user", "admin:org"];

/**
 * Inside, everyone has these many tokens, as the emulator lets each be used 5,000 times. The tokens
 * that clients send, and their limits, are the front's business.
 */
const TOKENS_EACH = 50;

const tokenOf = (login: string, index: number) => `emulator-token-${index}-of-${login}`;
