/**
 * What code is told of its machine while it is described: the same everywhere. Libraries ask for much
 * of it while they load; the true answers would be the author's own, and could end in a descriptor.
 */
export const ANSWERS = {
  hostname: "localhost",
  release: "5.0.0",
  user: "user",
  home: "/home/user",
  folder: "/",
  program: "/usr/bin/deno",
  id: 1000,
  umask: 0o22,
  memory: 8 * 1024 ** 3,
} as const;
