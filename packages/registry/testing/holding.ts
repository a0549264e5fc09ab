import { type TestOptions, testRegistry } from "../testing.ts";
import { hashCheaply } from "./cheap_hash.ts";

/** A registry whose next hash of a password waits, once `hold` was called, until it is let go on. */
export async function holding(options: TestOptions = {}) {
  let held: { asked: PromiseWithResolvers<void>; open: PromiseWithResolvers<void> } | undefined;
  const registry = await testRegistry({
    ...options,
    async hashPassword(password, salt) {
      const mine = held;
      held = undefined;
      mine?.asked.resolve();
      await mine?.open.promise;
      return await hashCheaply(password, salt);
    },
  });
  return {
    registry,
    hold() {
      const gate = held = {
        asked: Promise.withResolvers<void>(),
        open: Promise.withResolvers<void>(),
      };
      return { asked: gate.asked.promise, letGo: () => gate.open.resolve() };
    },
  };
}
