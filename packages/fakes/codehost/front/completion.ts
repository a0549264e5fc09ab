import type { Told } from "../emulator/mod.ts";
import type { State } from "../state/mod.ts";

/** The emulator's answer with what the platform's has beside: the stars that people gave. */
export function completed(state: State, told: Told): Told {
  if (!told.text.includes('"stargazers_count"')) return told;
  const starred = JSON.parse(told.text, (_key, value) => {
    if (typeof value !== "object" || value === null || !("stargazers_count" in value)) return value;
    const stars = state.stars.count(Number(value.id));
    return { ...value, stargazers_count: stars, watchers_count: stars, watchers: stars };
  });
  return { ...told, text: JSON.stringify(starred) };
}
