/** The version of this release, the same as in the root `package.json` (a test keeps them equal). */
export const VERSION = "2026.11.21";
