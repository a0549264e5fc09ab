import type { ErrorCode } from "@svc/core/error";
import type { z } from "zod";

/** What a request sent, checked. */
export interface Input<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
}

/** What every handler receives beside its input. */
export interface Asked {
  request: Request;
  /** The client's address, after trusted proxies. */
  address: string;
  /** The body as it was sent; empty where the endpoint takes none. */
  bytes: Uint8Array;
}

/**
 * One endpoint: the key of its row, the shapes it takes and gives, and what it does. The router mounts
 * it, OpenAPI describes it, a guard checks its row before `handle` runs and gives it `Admitted`.
 */
export interface Endpoint<
  Key extends string,
  Admitted,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  key: Key;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Largest body, in bytes, where it is not that of any request. */
  bodyBytes?: number;
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202 | 204 | 302;
  response: Result;
  /** Codes it may refuse with, beyond those its row and its shapes imply. */
  errors?: readonly ErrorCode[];
  /** Longer text for the manual and OpenAPI. */
  description?: string;
  /** Returns the JSON value to answer with, or a whole Response (redirects, streams, bytes). */
  handle(
    call: Admitted & Asked & Input<z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Result> | Response> | z.input<Result> | Response;
}

/**
 * The function by which a server defines its endpoints: it names the types of an endpoint's parts from
 * its schemas. `More` is what its endpoints say beyond those of others.
 */
export function endpointsOf<Key extends string, Admitted, More = unknown>() {
  return <
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Result extends z.ZodType,
  >(
    endpoint: Endpoint<Key, Admitted, Params, Query, Body, Result> & More,
  ): Endpoint<Key, Admitted> & More => endpoint as unknown as Endpoint<Key, Admitted> & More;
}
