import { ok } from "node:assert/strict";
import { closeServices } from "../open.ts";
import { packageOf } from "./extensions/package.ts";
import { addCollective, addPerson } from "./extensions/people.ts";
import { push, quietly, type ServerProcess } from "./process.ts";

/** A data folder with a collective `acme` and its owner's key, removed at the end. */
export async function prepared() {
  const data = await Deno.makeTempDir({ prefix: "svc-traced-" });
  const services = await quietly(data);
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "owner" });
  await closeServices(services);
  return { data, key, [Symbol.asyncDispose]: () => Deno.remove(data, { recursive: true }) };
}

/** The status of an answer that is read to its end. */
export async function read(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Pushes, and sends secrets in each place that a request has. @returns the secrets */
export async function secretly({ url }: ServerProcess, key: string): Promise<string[]> {
  ok(await push(url, key, "2026.01.02.1", await packageOf({})));
  const hidden = ["hid-query", "hid-path", "hid-cookie", "hid-body", "hid-agent", "hid-header"];
  await read(`${url}/api/v1/extensions/search?q=hello&token=hid-query`, {
    cookie: "session=hid-cookie",
    "user-agent": "hid-agent",
    authorization: "Bearer hid-header",
  });
  await read(`${url}/hid-path/and/more`);
  const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "hid-body@example.com", password: "hid-body" }),
  });
  await signIn.arrayBuffer();
  return [...hidden, key, "signature", "ada@example.com"];
}
