/** A whole answer, ready to be sent as it is. */
export interface Reply {
  status: number;
  /** Pairs, each name once. */
  headers: readonly (readonly [string, string])[];
  body: Uint8Array<ArrayBuffer> | null;
}

/** The reply as a `Response`. */
export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers: headers as [string, string][] });
}
