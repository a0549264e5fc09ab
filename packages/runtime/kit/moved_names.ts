import { filesBelowNow, readSmallFile } from "../base/files/read.ts";
import { KIT_FOLDER } from "./write.ts";

/** What tests that were written for another tool import from its package, whatever that is called. */
const MEMBERS: readonly string[] = [
  "createModelTestContext",
  "createReportTestContext",
  "withMockedCommand",
  "assertVaultExportConformance",
  "assertVaultConformance",
  "assertDatastoreExportConformance",
  "assertLockConformance",
  "assertVerifierConformance",
];

const IMPORT = /\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*["']([^"'\n]+)["']/g;

/** Bytes of a test module. */
const LARGEST = 1024 * 1024;

/** Where they are in the copy that an author gets. */
export const MOVED_TESTS = `./${KIT_FOLDER}/kit/moved_tests.ts`;

/**
 * The names by which test modules below a folder import the test helpers of another tool, known by
 * their members: our own modules and those beside the tests are none.
 *
 * @param folder absolute
 */
export function movedTestNames(folder: string): string[] {
  const names = new Set<string>();
  for (const file of filesBelowNow(folder)) {
    if (!/[_.]test\.ts$/.test(file) || /(?:^|\/)(?:node_modules|\.[^/]+)\//.test(file)) continue;
    const text = readSmallFile(`${folder}/${file}`, LARGEST) ?? "";
    for (const [, members, name] of text.matchAll(IMPORT)) {
      if (/^(?:\.|\/|file:|@svc\/)/.test(name!)) continue;
      const imported = members!.split(",").map((one) => one.trim().split(/\s/)[0]!);
      if (imported.some((one) => MEMBERS.includes(one))) names.add(name!);
    }
  }
  return [...names].sort();
}
