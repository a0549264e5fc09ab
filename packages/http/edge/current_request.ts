import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Id of the request that is being answered; undefined outside of one. */
export function currentRequest(): string | undefined {
  return current.getStore();
}

/** Does `work` as a part of the request with that id. */
export function withinRequest<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}
