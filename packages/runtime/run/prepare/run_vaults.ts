import { lazily } from "@svc/core/module";
import type { OpenVaults, RunVaults } from "../calls/run_vaults.ts";
import type { Repository } from "../../repository/repository.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import type { Limits } from "../order/limits.ts";
import type { Listener } from "../order/listener.ts";
import type { Order } from "../order/order.ts";
import type { Person } from "../order/person.ts";

/** Whose vaults a run uses, and how they are opened. */
type RunVaultsInput =
  & Pick<Order, "parent">
  & Pick<Person, "vaults" | "onGrant">
  & Pick<Limits, "signal">
  & Listener;

/**
 * The vaults of a run: nothing of them is loaded before something asks. A run within another one uses
 * that one's.
 */
export function runVaults(repository: Repository, input: RunVaultsInput): RunVaults {
  const shared = input.parent?.vaults;
  let opening: Promise<RunVaults> | undefined;
  const vaults = () =>
    opening ??= shared === undefined ? opener(input)(repository) : Promise.resolve(shared);
  const known = new Map<string, Promise<string>>();
  // Not those of the other run: what a run blanks tells its method what it has guessed.
  const values = new Set<string>();
  return {
    get(vault, key, options) {
      const place = JSON.stringify([vault, key]);
      const before = known.get(place);
      if (before !== undefined) return before;
      // A failure is kept as well: ten references do not wait ten times for a vault that hangs.
      const value = vaults().then((all) => all.get(vault, key, options)).then((text) => {
        values.add(text);
        return text;
      });
      known.set(place, value);
      return value;
    },
    async put(vault, key, value, options) {
      known.delete(JSON.stringify([vault, key]));
      values.add(value);
      await (await vaults()).put(vault, key, value, options);
    },
    remove: async (...secret) => await (await vaults()).remove(...secret),
    choose: async (wanted) => await (await vaults()).choose(wanted),
    get values() {
      return [...values];
    },
    [Symbol.asyncDispose]: async () => {
      if (shared === undefined && opening !== undefined) {
        await (await vaults())[Symbol.asyncDispose]();
      }
    },
  };
}

function opener({ vaults, signal, onGrant, onEvent }: RunVaultsInput): OpenVaults {
  return vaults ?? (async (repository) => {
    const { openRunVaults } = await lazily<typeof import("./open_vaults.ts")>(
      import.meta,
      "./open_vaults.ts",
    );
    return openRunVaults(repository, {
      signal,
      onGrant,
      onLog: (level: LogLevel, text: string) => onEvent?.({ kind: "output", level, text }),
    });
  });
}
