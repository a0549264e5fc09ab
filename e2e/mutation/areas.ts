/** A part of the sources and the tests that must notice when it changes. */
export interface Area {
  /** A folder, from the root of the repository. */
  folder: string;
  /** Tests beyond those in the folder of a file: files or folders. */
  tests?: readonly string[];
  /** What to check the types of, where those of a single file are not whole; the file otherwise. */
  types?: readonly string[];
}

const REGISTRY = ["packages/registry"];

/**
 * What is examined when nothing is named: where the rules are. The first area that holds a file
 * counts. A folder whose rules are tested from elsewhere names that test.
 */
export const AREAS: readonly Area[] = [
  { folder: "packages/core" },
  { folder: "packages/scorecard" },
  { folder: "packages/log" },
  { folder: "packages/cli/log", tests: ["packages/cli/commands/trust"] },
  {
    folder: "packages/registry/access/membership",
    tests: ["packages/registry/access/extension/visible_test.ts"],
    types: REGISTRY,
  },
  {
    folder: "packages/registry/access/endpoint",
    tests: ["packages/registry/testing/authorization_matrix/matrix_test.ts"],
    types: REGISTRY,
  },
  { folder: "packages/registry/access", types: REGISTRY },
  { folder: "packages/serve/rights" },
  { folder: "packages/serve/tokens" },
  { folder: "packages/runtime/run" },
  { folder: "packages/runtime/sandbox" },
  { folder: "packages/runtime/run/calls" },
  { folder: "packages/runtime/consent/permissions" },
  { folder: "packages/runtime/base/schema" },
];

/** The area that a file belongs to. */
export function areaOf(file: string, areas: readonly Area[]): Area | undefined {
  return areas.find(({ folder }) => file.startsWith(`${folder}/`));
}
