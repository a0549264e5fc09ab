import { type Fault, type ReceivedRequest, type Service, startService } from "../service/mod.ts";
import { type KvEngine, kvEngine, Refusal } from "./kv.ts";

/** A stand-in for OpenBao, or for HashiCorp Vault, with a key/value engine of version 2. */
export interface OpenbaoService extends Service {
  /** A token that may do everything. */
  token: string;
  /** Names of the engines of version 2; `secret` at the start. */
  mounts: Map<string, KvEngine>;
  /** Names of engines of version 1, of which only the name is known. */
  oldMounts: Set<string>;
  /** The engine's entries of a namespace; without one those outside of all. */
  engine(mount?: string, namespace?: string): KvEngine;
  /** Paths, as far as the mount's name, that the token may not touch: `secret/data/x`. */
  denied: Set<string>;
  /** Credentials of AppRole, by role id. */
  roles: Map<string, { secretId: string }>;
  /** Tokens given to roles which have ended by now. */
  revoke(): void;
  sealed: boolean;
  /** Where a standby sends everybody; undefined for the active server. */
  standbyOf: string | undefined;
  /** So many of the next requests are one too many. */
  limited: number;
  /** Answers of the next requests, which are not carried out; then as usual. */
  next: Fault[];
  /** HashiCorp Vault knows neither `after` nor `limit`, and gives all keys. */
  pages: boolean;
  /** Called before each request is carried out, for example to change what it is about. */
  before: ((request: ReceivedRequest) => void) | undefined;
}

/** Starts it on loopback, with the engine `secret`. */
export function startOpenbao(): OpenbaoService {
  const engines = new Map<string, KvEngine>();
  const issued = new Set<string>();
  const service = startService((request, headers) => {
    bao.before?.(request);
    const token = headers.get("x-vault-token");
    const early = outOfOrder(bao, request);
    if (early !== undefined) return early;
    try {
      return answerOf(bao, request, {
        namespace: headers.get("x-vault-namespace") ?? "",
        known: token === bao.token || issued.has(token ?? ""),
        issue: (value) => void issued.add(value),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Response.json({ errors: error.errors }, { status: error.status });
    }
  });
  const bao: OpenbaoService = Object.assign(service, {
    token: `s.${crypto.randomUUID()}`,
    mounts: new Map([["secret", kvEngine()]]),
    oldMounts: new Set<string>(),
    engine(mount = "secret", namespace = "") {
      if (namespace === "") return bao.mounts.get(mount)!;
      const key = `${namespace}:${mount}`;
      if (!engines.has(key)) engines.set(key, kvEngine());
      return engines.get(key)!;
    },
    denied: new Set<string>(),
    roles: new Map<string, { secretId: string }>(),
    revoke: () => issued.clear(),
    sealed: false,
    standbyOf: undefined as string | undefined,
    limited: 0,
    next: [] as Fault[],
    pages: true,
    before: undefined as OpenbaoService["before"],
  });
  return bao;
}

/** What is answered without carrying the request out. */
function outOfOrder(bao: OpenbaoService, { path }: ReceivedRequest): Response | undefined {
  const next = bao.next.shift();
  if (typeof next === "object") {
    return new Response(next.body ?? null, { status: next.status, headers: next.headers ?? {} });
  }
  if (bao.standbyOf !== undefined) {
    return new Response(null, { status: 307, headers: { location: bao.standbyOf + path } });
  }
  if (bao.sealed) return Response.json({ errors: ["Vault is sealed"] }, { status: 503 });
  if (bao.limited-- > 0) {
    return Response.json({ errors: [`request path "${path}": rate limit quota exceeded`] }, {
      status: 429,
      headers: { "retry-after": "0" },
    });
  }
  bao.limited = 0;
  return undefined;
}

/** Who asks, as far as the answer depends on it. */
interface Caller {
  namespace: string;
  known: boolean;
  issue(token: string): void;
}

function answerOf(bao: OpenbaoService, request: ReceivedRequest, caller: Caller): Response {
  const url = new URL(request.path, "http://openbao");
  const path = url.pathname.split("/").map(decodeURIComponent).join("/");
  const { method } = request;
  const rest = /^\/v1\/(.+)$/.exec(path)?.[1];
  if (rest === undefined) throw new Refusal(404);
  const body = (request.body ?? {}) as Record<string, unknown>;
  const login = /^auth\/([^/]+)\/login$/.exec(rest);
  if (login !== null && method === "POST") return loginWith(bao, login[1]!, body, caller);
  if (!caller.known) throw new Refusal(403, "permission denied");
  if ([...bao.denied].some((one) => `${rest}/`.startsWith(`${one.replace(/\/$/, "")}/`))) {
    throw new Refusal(403, "1 error occurred:\n\t* permission denied\n\n");
  }
  if (rest.startsWith("sys/internal/ui/mounts/") && method === "GET") {
    return mountOf(bao, rest.slice("sys/internal/ui/mounts/".length));
  }
  const mount = [...bao.mounts.keys()].find((name) => rest.startsWith(`${name}/`));
  if (mount === undefined) {
    throw new Refusal(404, `no handler for route "${rest}". route entry not found.`);
  }
  const engine = bao.engine(mount, caller.namespace);
  return engineAnswer(bao, engine, method, rest.slice(mount.length + 1), body, url.searchParams);
}

function engineAnswer(
  bao: OpenbaoService,
  engine: KvEngine,
  method: string,
  rest: string,
  body: Record<string, unknown>,
  query: URLSearchParams,
): Response {
  const [, area = "", path = ""] = /^([^/]+)\/(.*)$/.exec(rest) ?? [];
  if (path.endsWith(".")) throw new Refusal(404, "unsupported path");
  switch (`${method} ${area}`) {
    case "GET data": {
      const read = engine.read(path, Number(query.get("version") ?? 0));
      return enveloped(read, read.data === null ? 404 : 200);
    }
    case "POST data": {
      const options = (body.options ?? {}) as { cas?: unknown };
      return enveloped(engine.write(path, body.data, options.cas));
    }
    case "GET metadata": {
      if (query.get("list") !== "true") break;
      const folder = path === "" ? "" : path.replace(/\/?$/, "/");
      const after = bao.pages ? query.get("after") ?? "" : "";
      const limit = bao.pages ? Number(query.get("limit") ?? 0) : 0;
      return enveloped({ keys: engine.list(folder, after, limit) });
    }
    case "DELETE metadata":
      engine.remove(path);
      return new Response(null, { status: 204 });
  }
  throw new Refusal(405, "unsupported operation");
}

function loginWith(
  bao: OpenbaoService,
  auth: string,
  { role_id: role, secret_id: secret }: Record<string, unknown>,
  caller: Caller,
): Response {
  if (auth !== "approle" || typeof role !== "string") throw new Refusal(400, "missing role_id");
  if (bao.roles.get(role)?.secretId !== secret) {
    throw new Refusal(400, "invalid role or secret ID");
  }
  const token = `s.${crypto.randomUUID()}`;
  caller.issue(token);
  return Response.json({
    ...ENVELOPE,
    data: null,
    auth: {
      renewable: true,
      lease_duration: 1200,
      metadata: null,
      token_policies: ["default"],
      accessor: crypto.randomUUID(),
      client_token: token,
    },
  });
}

function mountOf(bao: OpenbaoService, path: string): Response {
  const found = (names: Iterable<string>) =>
    [...names].find((name) => `${path}/`.startsWith(`${name}/`));
  const mount = found(bao.mounts.keys());
  const old = found(bao.oldMounts);
  if (mount === undefined && old === undefined) {
    throw new Refusal(
      403,
      `preflight capability check returned 403, please ensure client's policies grant access to path "${path}/"`,
    );
  }
  return enveloped({
    options: { version: mount === undefined ? "1" : "2" },
    path: `${mount ?? old}/`,
    type: "kv",
  });
}

/** What stands around the data of every answer. */
const ENVELOPE = {
  request_id: "7f5f1ad7-0000-4000-8000-000000000000",
  lease_id: "",
  renewable: false,
  lease_duration: 0,
  wrap_info: null,
  warnings: null,
  auth: null,
};

function enveloped(data: Record<string, unknown>, status = 200): Response {
  return Response.json({ ...ENVELOPE, data }, { status });
}
