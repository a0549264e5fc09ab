import { type Outside, startOutside } from "@svc/fakes/outside";
import { type Account, signUp } from "./account.ts";
import { type Gate, startGate } from "./gate.ts";
import { type ServerProcess, startServer } from "./server.ts";
import { createPerson, type Person } from "./svc.ts";

/** A server, a gate before it, and a person who is logged in through the gate. */
export interface Scene extends AsyncDisposable {
  outside: Outside;
  server: ServerProcess;
  gate: Gate;
  person: Person;
  /** Their account, with the cookie of a browser. */
  account: Account;
}

/** Sets the scene: the person is `ada`, who owns the collective of that name. */
export async function setScene(): Promise<Scene> {
  const stack = new AsyncDisposableStack();
  try {
    const outside = stack.use(startOutside());
    const gate = stack.use(startGate());
    const server = stack.use(
      await startServer({ env: { ...outside.env, SVC_BASE_URL: gate.url } }),
    );
    gate.upstream = server.url;
    const account = await signUp(gate.url, "ada");
    const person = stack.use(await createPerson(gate.url, outside.env));
    await person.ok(["auth", "login", "--username", "ada"], { stdin: `${account.password}\n` });
    return {
      outside,
      server,
      gate,
      person,
      account,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
