/** A whole answer, ready to be sent as it is. */
export interface Reply {
  status: number;
  /** By name in lower case; `content-length` too where there is a body. */
  headers: Readonly<Record<string, string>>;
  /** A text is sent together with the head, in half the time; best for what is short. */
  body: Uint8Array<ArrayBuffer> | string | null;
}

/** The reply as a `Response`. */
export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
