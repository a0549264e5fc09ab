import { isRecord } from "@svc/core/json";
import type { Told } from "../emulator/mod.ts";
import type { State } from "../state/mod.ts";
import { completedAccount } from "./account.ts";

/** The emulator's answer with what the platform's has beside. */
export function completed({ base }: State, told: Told): Told {
  if (!/^[[{]/.test(told.text)) return told;
  const complete = (_key: string, value: unknown) =>
    isRecord(value) ? completedAccount(base, value) : value;
  return { ...told, text: JSON.stringify(JSON.parse(told.text, complete)) };
}
