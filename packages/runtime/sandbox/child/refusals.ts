/** Functions that throw why they cannot be used, by name; each takes what to do instead. */
export function refusals(
  owner: string,
  members: Record<string, string>,
): Record<string, () => never> {
  return Object.fromEntries(
    Object.entries(members).map(([name, instead]) => [
      name,
      () => {
        throw new Error(`${owner}.${name} is not supported; ${instead}`);
      },
    ]),
  );
}
