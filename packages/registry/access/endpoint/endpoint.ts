import type { ErrorCode } from "@svc/core/error";
import type { PolicyKey } from "@svc/core/policy";
import type { z } from "zod";
import type { Principal } from "../credential/principal.ts";
import type { Kept } from "../kept/mod.ts";
import type { Membership } from "../membership/membership.ts";
import type { VisibleExtension } from "../extension/visible.ts";
import type { Services } from "../services.ts";

/** What a handler receives: checked input, the caller, and the collective the policy row is about. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  services: Services;
  principal: Principal;
  /**
   * The collective of the row's `{slug}`, already found visible, and the caller's role in it;
   * absent on rows without one.
   */
  membership?: Membership;
  /** The extension that the row's `{name}` names and the caller may change; absent elsewhere. */
  extension?: VisibleExtension;
  params: Params;
  query: Query;
  body: Body;
  request: Request;
  /** The client's address, after trusted proxies. */
  address: string;
  /** Sets a response header. */
  header(name: string, value: string): void;
  /** Does it now, and again each time the answer is sent without the handler; not for HEAD. */
  eachTime(act: () => void): void;
}

/**
 * One endpoint: its policy row's key, the shapes it takes and gives, and what it does.
 * The router mounts it, OpenAPI describes it, the guard checks its row before `handle` runs.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  key: PolicyKey;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 204 | 302;
  response: Result;
  /** Codes this endpoint may refuse with, beyond those its policy row implies. */
  errors?: readonly ErrorCode[];
  /** That the answer to a stranger may be kept, and what ends it; never, unless said. */
  kept?: Kept;
  /** Longer text for the manual and OpenAPI. */
  description?: string;
  /** Returns the JSON value to answer with, or a whole Response (redirects, bytes). */
  handle(
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Result> | Response> | z.input<Result> | Response;
}

/** Names the types of an endpoint's parts from its schemas. */
export function defineEndpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Result extends z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Result>): Endpoint {
  return endpoint as unknown as Endpoint;
}
