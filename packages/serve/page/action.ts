import type { Form } from "@svc/http/input";
import { checked } from "@svc/http/input";
import type { Answer } from "../answers/answers.ts";
import { type OperationKey, type OperationRow, OPERATIONS } from "../api/table.ts";
import { ENDPOINTS } from "../endpoints/endpoints.ts";
import type { Admitted } from "../http/endpoint.ts";
import { guard } from "../router/guard.ts";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";

/** Somebody signed in who sent the form of a page of ours. */
export interface Acting extends Visit {
  request: Request;
  /** The client's address, after trusted proxies. */
  address: string;
  form: Form;
}

/**
 * What the form of a page does: calls {@linkcode operate}, then answers the path of the page that shows
 * the result, or the form again, with a status that says so.
 */
export type Act = (acting: Acting, ...names: string[]) => Promise<string | Page>;

/**
 * Does an operation of the interface for the sender of a form: the same guard, the same check of what is
 * sent, the same handler. A page has no rights of its own.
 *
 * @throws SvcError as the operation does
 */
export async function operate<Key extends OperationKey>(
  { serving, request, address }: Acting,
  key: Key,
  { params, body = {} }: { params: Record<string, string>; body?: unknown },
): Promise<Answer<Key>> {
  const row: OperationRow = OPERATIONS[key];
  const endpoint = ENDPOINTS.find((one) => one.key === key)!;
  const admission = await guard(serving, { key, row, params }, request, address);
  const { caller, run } = admission;
  const result = await endpoint.handle({
    // The guard has found what the row needs.
    ...{ serving, caller, run } as Admitted,
    params: endpoint.params && checked(endpoint.params, admission.params, "path"),
    query: endpoint.query && checked(endpoint.query, {}, "query"),
    body: endpoint.body && checked(endpoint.body, body, "body"),
    request,
    address,
  });
  return (result instanceof Response ? await result.json() : result) as Answer<Key>;
}
