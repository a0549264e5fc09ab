/** Opens an address in the person's browser. False when no program here can do that. */
export async function openBrowser(url: string): Promise<boolean> {
  const [program, ...before] = Deno.build.os === "darwin" ? ["open"] : ["xdg-open"];
  try {
    const child = new Deno.Command(program!, {
      args: [...before, url],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    child.unref();
    return (await child.status).success;
  } catch {
    return false;
  }
}
