import type { DatabaseSync } from "node:sqlite";
import { tokenOf } from "./row.ts";
import type { Token } from "./token.ts";

/** The token of that name, whatever its state. */
export function findToken(database: DatabaseSync, name: string): Token | undefined {
  const row = database.prepare("SELECT * FROM token WHERE name = ?").get(name);
  return row === undefined ? undefined : tokenOf(row);
}

/** Every token, by name; ended ones too, until they are removed. */
export function listTokens({ database }: { database: DatabaseSync }): Token[] {
  return database.prepare("SELECT * FROM token ORDER BY name").all()
    .map(tokenOf);
}
