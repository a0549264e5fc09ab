import { isSvcError, SvcError } from "@svc/core/error";
import type { Answer } from "@svc/serve/answers";
import type { OperationKey } from "@svc/serve/api";
import { isUnencrypted, parseServer } from "../config/server.ts";
import type { Context } from "../frame/command.ts";
import { callServer, PATIENCE, send, type ServerRequest } from "./call.ts";
import { serverCredential } from "./credential.ts";
import type { ServerAddress } from "./server_address.ts";
import { alarm } from "./alarm.ts";
import { unanswered } from "./refusal.ts";

/** Why a connection was given up. */
const LATE = new DOMException("nothing came", "TimeoutError");

/**
 * The bytes of an operation that answers with content, as they come. However long that takes: only a
 * server that says nothing for 30 seconds is left.
 *
 * @throws SvcError as `callServer`, also while it is read
 */
export async function* contentOf(
  server: ServerAddress,
  key: OperationKey,
  request: ServerRequest,
): AsyncGenerator<Uint8Array> {
  const connection = new AbortController();
  const clock = alarm(() => connection.abort(LATE));
  try {
    clock.set(PATIENCE.request);
    const response = await send(server, key, { ...request, signal: connection.signal }, "*/*");
    for await (const piece of response.body ?? []) {
      clock.set(PATIENCE.request);
      yield piece;
    }
  } catch (error) {
    throw isSvcError(error) ? error : unanswered(server, error, PATIENCE.request);
  } finally {
    clock.set();
    connection.abort();
  }
}

/** A server that commands ask. */
export interface Remote extends ServerAddress, Disposable {
  /**
   * Asks for one operation of the interface and answers its JSON.
   *
   * @throws SvcError what the server refused; `server_unreachable`, `timeout` or `unavailable` when
   *   there was no answer that svc knows.
   */
  ask<Key extends OperationKey>(key: Key, request?: ServerRequest): Promise<Answer<Key>>;
  /** Asks for content, and answers its bytes as they come; throws as `ask` does. */
  content(key: OperationKey, request: ServerRequest): AsyncIterable<Uint8Array>;
}

/** What finding a server needs of a command's context. */
export interface Asking extends Pick<Context, "given" | "host" | "warn"> {
  options: { readonly server: string | undefined; readonly "ca-cert": string | undefined };
}

/**
 * The server that a command is to ask.
 *
 * @throws SvcError `not_authenticated` when there is no token for it; `usage` for an address that is
 *   none, or a certificate file that cannot be read.
 */
export async function remoteOf({ given, host, warn, options }: Asking): Promise<Remote> {
  const url = parseServer(
    options.server ?? "",
    given.has("server") ? "--server" : "SVC_SERVE_URL",
  );
  const credential = await serverCredential(host, url);
  if (isUnencrypted(url)) {
    warn(`${url} is not encrypted: others on the network can read the token`);
  }
  const client = await clientTrusting(options["ca-cert"]);
  const address = { url, ...credential, client };
  return {
    ...address,
    ask: (key, request) => callServer(address, key, request),
    content: (key, request) => contentOf(address, key, request),
    [Symbol.dispose]: () => client?.close(),
  };
}

/**
 * A client that trusts the certificate authorities in a PEM file beside those of the system; undefined
 * without a file.
 *
 * @throws SvcError `usage` when the file cannot be read or holds none
 */
export async function clientTrusting(
  file: string | undefined,
): Promise<Deno.HttpClient | undefined> {
  if (file === undefined) return undefined;
  const text = await Deno.readTextFile(file).catch((cause) => {
    throw new SvcError("usage", `--ca-cert ${file} cannot be read`, { cause });
  });
  if (text.includes("-----BEGIN CERTIFICATE-----")) {
    return Deno.createHttpClient({ caCerts: [text] });
  }
  throw new SvcError("usage", `--ca-cert ${file} holds no certificate in PEM form`);
}
