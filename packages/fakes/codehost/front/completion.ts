import { isRecord } from "@svc/core/json";
import type { Told } from "../emulator/mod.ts";
import type { State } from "../state/mod.ts";
import { completedAccount } from "./account.ts";

/** The emulator's answer with what the platform's has beside. */
export function completed(state: State, told: Told): Told {
  if (!/^[[{]/.test(told.text)) return told;
  const complete = (_key: string, value: unknown) =>
    isRecord(value) ? completedAccount(state.base, starred(state, value)) : value;
  return { ...told, text: JSON.stringify(JSON.parse(told.text, complete)) };
}

/** A repository with the stars that people gave. */
function starred(state: State, value: Record<string, unknown>): Record<string, unknown> {
  if (!("stargazers_count" in value)) return value;
  const stars = state.stars.count(Number(value.id));
  return { ...value, stargazers_count: stars, watchers_count: stars, watchers: stars };
}
