import { createLog } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import { openServeState, openServing } from "../../open.ts";
import { parseReadable, parseRunnable } from "../../rights/rights.ts";
import { settingsOf, startServer } from "../../server.ts";
import { createToken, revokeToken } from "../../tokens/mod.ts";

/** A server whose pages are looked at, with real tokens and runs. */
export interface Site extends AsyncDisposable {
  url: string;
  /** A browser that keeps cookies and follows nothing. */
  visitor(): Visitor;
  token(name: string, rights: { allow?: string[]; read?: string[] }): string;
  revoke(name: string): void;
  /** Starts `greet` of `hello`. @returns the id of the run */
  start(token: string, inputs: Record<string, unknown>): Promise<string>;
  /** Settles when a run has ended. */
  ended(token: string, run: string): Promise<void>;
}

/** A browser without a window. */
export interface Visitor {
  get(path: string): Promise<Seen>;
  post(path: string, fields: Record<string, string>, origin?: string): Promise<Seen>;
  /** Posts with these headers alone, and its cookie. */
  send(
    path: string,
    body: Record<string, string> | string,
    headers: Record<string, string>,
  ): Promise<Seen>;
  signIn(token: string): Promise<Seen>;
}

/** An answer, read whole. */
export interface Seen {
  status: number;
  html: string;
  headers: Headers;
  location: string | null;
}

/** Serves a repository. */
export async function servedSite(repository: Repository): Promise<Site> {
  const server = await startServer({
    repository,
    settings: settingsOf({ port: 0, drain: "0" }),
    version: "2026.01.02",
    running: { env: () => undefined, offline: true },
    log: createLog("off", () => new Date()),
    open: openServing,
  });
  const state = await openServeState(repository);
  return {
    url: server.url,
    token: (name, { allow = [], read = [] }) =>
      createToken(state, {
        name,
        rights: { run: allow.map(parseRunnable), read: read.map(parseReadable) },
        expiresAt: null,
        by: "the test",
      }, new Date()).text,
    revoke: (name) => void revokeToken(state, name, "the test", new Date()),
    visitor: () => visitor(server.url),
    async start(token, inputs) {
      const response = await fetch(`${server.url}/api/v1/behaviors/hello/methods/greet/runs`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ inputs }),
      });
      return (await response.json()).id;
    },
    async ended(token, run) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${server.url}/api/v1/runs/${run}?wait=60`, { headers });
      await response.body?.cancel();
    },
    async [Symbol.asyncDispose]() {
      state[Symbol.dispose]();
      await server.stop();
    },
  };
}

function visitor(url: string): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("cookie", [...cookies.values()].join("; "));
    const response = await fetch(url + path, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [cookie] = line.split(";") as [string];
      const name = cookie.slice(0, cookie.indexOf("="));
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, cookie);
    }
    const { status } = response;
    const location = response.headers.get("location");
    return { status, html: await response.text(), headers: response.headers, location };
  };
  const send: Visitor["send"] = (path, body, headers) =>
    ask(path, {
      method: "POST",
      body: typeof body === "string" ? body : new URLSearchParams(body),
      headers,
    });
  const post: Visitor["post"] = (path, fields, origin = url) => send(path, fields, { origin });
  return { get: (path) => ask(path), post, send, signIn: (token) => post("/sign-in", { token }) };
}
