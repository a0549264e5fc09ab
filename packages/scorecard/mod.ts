/**
 * From an archive to a scorecard (spec §2.6), the same in the client before a push and in the
 * registry at publish:
 *
 * 1. `archive`: read the `.tar.gz` as data, within its limits, and check every name.
 * 2. `safety`: refuse what no extension should carry.
 * 3. `contents`: what it holds, from its descriptor or as far as its text says.
 * 4. `facts`: README, license, symbols and slow types, by a hermetic `deno doc`. Stored per version.
 * 5. `audit`: the trust of npm dependencies, from OSV, the npm registry and its downloads API.
 * 6. `verification`: whether the repository is public on one of four hosts.
 * 7. `compose`: the factors, the points and the grade, from all of the above. Pure.
 *
 * A check comes out as `passed`, `failed`, `notRun` or `error`; only `passed` earns points.
 *
 * @module
 */
export * from "./archive/mod.ts";
export * from "./audit/mod.ts";
export * from "./compose/mod.ts";
export * from "./contents/mod.ts";
export * from "./facts/mod.ts";
export * from "./safety/mod.ts";
export * from "./verification/mod.ts";
