import assert from "node:assert/strict";
import fc from "fast-check";
import type { OpenApiDocument } from "../../openapi/mod.ts";
import { type FuzzedOperation, type FuzzedRequest, operationsOf, requestsOf } from "./requests.ts";
import { responseCheck } from "./response_check.ts";

/** What is asked of an interface, by whom, and what must not come of it. */
export interface Fuzzing {
  document: OpenApiDocument;
  /** Set `SVC_FUZZ_SEED` to search elsewhere; a failing run prints the request that failed. */
  seed: number;
  requestsPerOperation: number;
  /** How many callers there are; a request has the number of one. */
  callers: number;
  /** Values that exist, by parameter name. */
  known(operation: FuzzedOperation): Readonly<Record<string, readonly string[]>>;
  /** Operations that are not asked, as they would end what others need. */
  left?: readonly string[];
  /** Operations that no made-up request brings to success, or that have succeeded before. */
  reached: ReadonlySet<string>;
  /** Statuses that must be seen, or the fuzzer is blind. */
  statuses: readonly number[];
  send(url: string, init: RequestInit, caller: number): Promise<Response>;
  /** Looks at an answer further. */
  holds?(response: Response, text: string, told: string): void;
}

/** Asks every operation what its description says, in part broken: none fails, all answer as described. */
export async function fuzz(t: Deno.TestContext, fuzzing: Fuzzing): Promise<void> {
  const { document, callers, requestsPerOperation: numRuns } = fuzzing;
  const seed = Number(Deno.env.get("SVC_FUZZ_SEED") ?? fuzzing.seed);
  const conforms = responseCheck(document);
  const statuses = new Set<number>();
  const succeeded = new Set(fuzzing.reached);
  const operations = operationsOf(document)
    .filter((operation) => !fuzzing.left?.includes(nameOf(operation)));
  for (const operation of operations) {
    await t.step(nameOf(operation), async () => {
      const requests = requestsOf(operation, document, fuzzing.known(operation), callers);
      for (const request of fc.sample(requests, { seed, numRuns })) {
        const response = await fuzzing.send(request.url, sent(request), request.caller);
        const text = await response.text();
        if (response.ok || response.status === 302) succeeded.add(nameOf(operation));
        statuses.add(response.status);
        const told = `${nameOf(operation)} ${request.url.slice(0, 300)} ${
          request.body?.slice(0, 300) ?? ""
        } as caller ${request.caller} → ${response.status} ${text.slice(0, 400)}`;
        assert.ok(response.status < 500, told);
        conforms(operation, response, text, told);
        fuzzing.holds?.(response, text, told);
      }
    });
  }
  const blind = operations.map(nameOf).filter((name) => !succeeded.has(name));
  assert.deepEqual(blind, [], "operations that never succeeded: only their refusals are seen");
  const unseen = fuzzing.statuses.filter((status) => !statuses.has(status));
  assert.deepEqual(unseen, [], "no request ended in these: the fuzzer is blind");
}

/** An operation as people write it. */
export function nameOf({ method, path }: FuzzedOperation): string {
  return `${method} ${path}`;
}

function sent({ operation: { method }, body, contentType }: FuzzedRequest): RequestInit {
  if (body === undefined) return { method };
  const headers = { "content-type": contentType };
  return method === "GET" ? { method, headers } : { method, headers, body };
}
