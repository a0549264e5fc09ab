/** The module of a command that is run often, below `packages`. */
export function modulePath(command: string): string {
  return `cli/commands/${command.replaceAll(" ", "/")}.ts`;
}

/**
 * What stands in the place of packages/cli/dispatch/find.ts in a command's own files, which run no other
 * command: it is loaded with them, so that neither the table nor a shape is read.
 */
export function findOne(command: string): string {
  return `import command from "../../${modulePath(command)}";
export function find(argv) {
  return {
    kind: "command",
    path: ${JSON.stringify(command)},
    tokens: argv.slice(${command.split(" ").length}),
    shape: () => command,
    load: () => command,
  };
}
`;
}
