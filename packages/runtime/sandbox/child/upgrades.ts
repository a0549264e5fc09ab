/** A step that a module exports under `upgrades`. */
export interface Upgrade {
  toVersion: string;
  /** Nothing changes without it. */
  upgradeAttributes?(old: Record<string, unknown>): unknown;
}

/**
 * The global arguments after the steps to these versions, in their order.
 *
 * @throws Error when a step is missing or gives no object.
 */
export async function upgraded(
  upgrades: readonly Upgrade[] = [],
  attributes: Record<string, unknown>,
  { toVersions }: { toVersions: readonly string[] },
): Promise<Record<string, unknown>> {
  let current = attributes;
  for (const version of toVersions) {
    const step = upgrades.find(({ toVersion }) => toVersion === version);
    if (step === undefined) throw new Error(`The module has no upgrade to ${version}`);
    const next = step.upgradeAttributes === undefined
      ? current
      : await step.upgradeAttributes(current);
    if (typeof next !== "object" || next === null || Array.isArray(next)) {
      throw new Error(`The upgrade to ${version} gives no object`);
    }
    current = next as Record<string, unknown>;
  }
  return current;
}
