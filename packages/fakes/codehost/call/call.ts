import type { State, Token } from "../state/mod.ts";

/** A request that was resolved to an operation of the description. */
export interface Call {
  /** Method and path template: `GET /repos/{owner}/{repo}`. */
  route: string;
  method: string;
  /** Values of the template's names, decoded. */
  params: Readonly<Record<string, string>>;
  /** As sent, below the host's own address. */
  url: URL;
  headers: Headers;
  /** The body as sent. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The body parsed, when it was a JSON object; empty otherwise. */
  body: Readonly<Record<string, unknown>>;
  /** Who calls; null without a token, and for an app itself. */
  login: string | null;
  token: Token | null;
  state: State;
}

/** Who looks something up or does something, and where. */
export type Asking = Pick<Call, "state" | "login">;

/** Answers an operation. A {@link Refusal} that is thrown is answered as such. */
export type Handler = (call: Call) => Response | Promise<Response>;

/** Operations by method and path template, exactly as the description writes them. */
export type Routes = Readonly<Record<string, Handler>>;

/** Whether a method changes nothing. */
export const isRead = (method: string): boolean => method === "GET" || method === "HEAD";
