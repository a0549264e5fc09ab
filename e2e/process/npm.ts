let settings: Promise<Record<string, string>> | undefined;

/** Variables that give a program in another home the machine's npm registry and cache. */
export function npmSettings(): Promise<Record<string, string>> {
  return settings ??= (async () => {
    const { stdout } = await new Deno.Command("npm", {
      args: ["config", "get", "registry", "cache"],
    })
      .output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    return Object.fromEntries(
      lines.map((line) => line.split("=") as [string, string])
        .map(([name, value]) => [`npm_config_${name}`, value]),
    );
  })();
}
