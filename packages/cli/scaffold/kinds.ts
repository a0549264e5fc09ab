/** What a new extension of one kind is made of. */
interface Kind {
  /** Templates in the kind's folder, by the path of the file that is made of them. */
  files: Readonly<Record<string, string>>;
  /** Commands that show what it does, between its tests and the check. */
  try: readonly string[];
}

const WITH_MODULE = {
  "manifest.yaml": "manifest.yaml",
  "{{module}}.ts": "module.ts",
  "{{module}}_test.ts": "module_test.ts",
  "README.md": "README.md",
} as const;

/** The kinds of extensions that `svc extension init` writes, under what people call them. */
export const KINDS = {
  model: {
    files: WITH_MODULE,
    try: ['svc extension run count --input text="one two three"'],
  },
  vault: {
    files: { ...WITH_MODULE, "{{module}}_server.ts": "server.ts" },
    try: [],
  },
  datastore: {
    files: {
      ...WITH_MODULE,
      "{{module}}_lock.ts": "lock.ts",
      "{{module}}_request.ts": "request.ts",
      "{{module}}_sync.ts": "sync.ts",
      "{{module}}_server.ts": "server.ts",
    },
    try: [],
  },
  report: {
    files: WITH_MODULE,
    try: [],
  },
  skill: {
    files: {
      "manifest.yaml": "manifest.yaml",
      "skills/{{skill}}/SKILL.md": "SKILL.md",
      "skills/{{skill}}/commands.md": "commands.md",
      "{{module}}_test.ts": "module_test.ts",
      "README.md": "README.md",
    },
    try: [],
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** The name of a kind. */
export type KindName = keyof typeof KINDS;

/** The names, in the order in which people read them. */
export const KIND_NAMES = Object.keys(KINDS) as KindName[];
