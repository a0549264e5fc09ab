import { AwsV4Signer } from "npm:aws4fetch@1.0.20";
import { createHash } from "node:crypto";
import type { S3Backend } from "./backend.ts";

/** A request on its way through the front. */
export interface S3Request {
  method: string;
  /** Path and query as sent. */
  path: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** What stands before a server: counts, and does wrong what a test asks for. */
export interface S3Front extends AsyncDisposable {
  /** Base URL without a trailing slash. */
  url: string;
  /** Method and path of every request so far. */
  requests: string[];
  /** Bytes of bodies so far, in both directions. */
  bytes: number;
  /**
   * Answers in place of the server; `forward` asks the server. Unset to behave.
   */
  intercept:
    | ((request: S3Request, forward: () => Promise<Response>) => Promise<Response>)
    | undefined;
  /** Called with every request, before it is answered. */
  onRequest: Set<() => void>;
  /** Conditions of writes that are taken as if they were not there. */
  ignored: Set<"if-match" | "if-none-match">;
}

/** An S3 error document as a server sends it. */
export function s3Error(status: number, code: string, headers: HeadersInit = {}): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
  return new Response(body, { status, headers: { "content-type": "application/xml", ...headers } });
}

/**
 * Puts a front before a server. Where the server does not keep them, it adds what the API reference of
 * Amazon S3 says of PutObject: `If-None-Match: *` and `If-Match` are answered with 412 when they do not
 * hold and with 404 when there is nothing to match, requests for one object follow one another, and a
 * body is compared with `x-amz-content-sha256`.
 */
export function startFront(backend: S3Backend, { addConditions = true } = {}): S3Front {
  // The signature covers the host that the client asked.
  const client = Deno.createHttpClient({ allowHost: true });
  const turns = new Map<string, Promise<unknown>>();
  const addsConditions = addConditions && !backend.keepsConditions;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (raw) => {
      const body = new Uint8Array(await raw.arrayBuffer());
      const { pathname, search } = new URL(raw.url);
      const headers = new Headers(raw.headers);
      const request = { method: raw.method, path: `${pathname}${search}`, headers, body };
      front.requests.push(`${request.method} ${request.path}`);
      front.bytes += body.length;
      for (const call of front.onRequest) call();
      const forward = () => addsConditions ? checked(request) : pass(request);
      const answer = await (front.intercept?.(request, forward) ?? forward());
      const content = answer.body === null ? undefined : new Uint8Array(await answer.arrayBuffer());
      front.bytes += content?.length ?? 0;
      return new Response(content ?? null, answer);
    },
  );
  const front: S3Front = {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests: [],
    bytes: 0,
    intercept: undefined,
    onRequest: new Set(),
    ignored: new Set(),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      client.close();
    },
  };

  const pass = async ({ method, path, headers, body }: S3Request): Promise<Response> => {
    const init = { method, headers, client, ...(body.length > 0 ? { body } : {}) };
    const answer = await fetch(`${backend.url}${path}`, init);
    // A body that is read whole has its length, and no connection of its own.
    const kept = [...answer.headers].filter(([name]) => !/^(connection|transfer-enc)/.test(name));
    const content = await answer.arrayBuffer();
    const isEmpty = [204, 304].includes(answer.status);
    return new Response(isEmpty ? null : content, { status: answer.status, headers: kept });
  };

  const checked = async (request: S3Request): Promise<Response> => {
    const stated = request.headers.get("x-amz-content-sha256") ?? "";
    const own = createHash("sha256").update(request.body).digest("hex");
    if (request.method === "PUT" && /^[0-9a-f]{64}$/.test(stated) && stated !== own) {
      return s3Error(400, "XAmzContentSHA256Mismatch");
    }
    const previous = turns.get(request.path) ?? Promise.resolve();
    const work = () => request.method === "PUT" ? conditional(request) : pass(request);
    const turn = previous.catch(() => {}).then(work);
    turns.set(request.path, turn);
    return await turn;
  };

  const conditional = async (request: S3Request): Promise<Response> => {
    const conditionIn = (name: "if-match" | "if-none-match") =>
      front.ignored.has(name) ? null : request.headers.get(name);
    const mustBeNew = conditionIn("if-none-match") === "*";
    const expected = conditionIn("if-match");
    if (mustBeNew || expected !== null) {
      const present = await etagOf(request.path);
      if (mustBeNew && present !== undefined) return s3Error(412, "PreconditionFailed");
      if (expected !== null && present === undefined) return s3Error(404, "NoSuchKey");
      if (expected !== null && present !== expected) return s3Error(412, "PreconditionFailed");
    }
    return await pass(request);
  };

  const etagOf = async (path: string): Promise<string | undefined> => {
    const { accessKeyId, secretAccessKey } = backend;
    const url = `${backend.url}${path}`;
    const signing = { method: "HEAD", url, accessKeyId, secretAccessKey, service: "s3" };
    const { headers } = await new AwsV4Signer({ ...signing, region: "us-east-1" }).sign();
    const answer = await fetch(url, { method: "HEAD", headers, client });
    return answer.status === 200 ? answer.headers.get("etag") ?? undefined : undefined;
  };

  return front;
}

/** Makes a bucket. */
export async function makeBucket(backend: S3Backend, name: string): Promise<void> {
  const { accessKeyId, secretAccessKey, url } = backend;
  const signing = { method: "PUT", url: `${url}/${name}`, accessKeyId, secretAccessKey };
  const signer = new AwsV4Signer({ ...signing, service: "s3", region: "us-east-1" });
  const { headers } = await signer.sign();
  const answer = await fetch(`${url}/${name}`, { method: "PUT", headers });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the bucket was not made: ${answer.status}`);
}
