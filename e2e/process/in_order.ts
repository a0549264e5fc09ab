/** Steps that build on each other: the first that fails ends the test, as the rest would only repeat it. */
export function inOrder(
  test: Deno.TestContext,
): (name: string, body: () => Promise<void>) => Promise<void> {
  return async (name, body) => {
    if (!await test.step(name, body)) throw new Error(`stopped at: ${name}`);
  };
}
