import { UUID } from "@svc/core/name";
import { checked, type Form } from "@svc/http/input";
import type { Html } from "@svc/http/page";
import { html } from "hono/html";
import type { Answer } from "../answers/answers.ts";
import { type OperationKey, OPERATIONS } from "../api/table.ts";
import { ENDPOINTS } from "../endpoints/endpoints.ts";
import type { Admitted } from "../http/endpoint.ts";
import { type Admission, guard } from "../router/guard.ts";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";

/** Somebody signed in who sent the form of a page of ours. */
export interface Acting extends Visit {
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
 * @param options `once`: a key by which the same form, sent twice, does it once
 * @throws SvcError as the operation does
 */
export async function operate<Key extends OperationKey>(
  acting: Acting,
  key: Key,
  { params, body = {}, once }: {
    params: Record<string, string>;
    body?: unknown;
    once?: string | undefined;
  },
): Promise<Answer<Key>> {
  const endpoint = ENDPOINTS.find((one) => one.key === key)!;
  const { serving, address, url } = acting;
  const admission = await admit(acting, key, params);
  const headers: HeadersInit = once === undefined ? {} : { "idempotency-key": once };
  const { caller, run } = admission;
  const result = await endpoint.handle({
    // The guard has found what the row needs.
    ...{ serving, caller, run, fromPage: true } as Admitted,
    params: endpoint.params && checked(endpoint.params, admission.params, "path"),
    query: endpoint.query && checked(endpoint.query, {}, "query"),
    body: endpoint.body && checked(endpoint.body, body, "body"),
    request: new Request(url, { method: "POST", headers }),
    address,
    bytes: new Uint8Array(),
  });
  return (result instanceof Response ? await result.json() : result) as Answer<Key>;
}

/**
 * Lets a visitor through to an operation, or refuses it, as the interface does.
 *
 * @throws SvcError the refusal
 */
export async function admit(
  { serving, request, address }: Visit,
  key: OperationKey,
  params: Record<string, string>,
): Promise<Admission> {
  return await guard(serving, { key, row: OPERATIONS[key], params }, request, address);
}

/** The key by which a form that is sent twice starts one run. */
export function onceOf({ form }: Acting): string | undefined {
  const once = form.get("once") ?? "";
  return UUID.test(once) ? `page-${once}` : undefined;
}

/** The hidden field for {@linkcode onceOf}. */
export function onceField(): Html {
  return html`
    <input type="hidden" name="once" value="${crypto.randomUUID()}">
  `;
}
