import assert from "node:assert/strict";

Deno.test({
  name: "what is tied to a process is stopped when its whole group is killed",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const place = await Deno.makeTempDir({ prefix: "svc-tied-" });
    const [folder, fifo] = [`${place}/folder`, `${place}/stopped`];
    await Deno.mkdir(folder);
    await new Deno.Command("mkfifo", { args: [fifo] }).output();
    const module = new URL("./tied.ts", import.meta.url).href;
    const program = `const { startTied } = await import(${JSON.stringify(module)});
      await startTied({ folder: ${JSON.stringify(folder)}, start: ["true"], log: "/dev/null",
        stop: ["sh", "-c", "echo stopped > ${fifo}"] });
      console.log("started");
      setInterval(() => {}, 60_000);`;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", program],
      stdout: "piped",
      detached: true,
    }).spawn();
    const reader = child.stdout.getReader();
    assert.match(new TextDecoder().decode((await reader.read()).value), /started/);

    await new Deno.Command("kill", { args: ["-KILL", "--", `-${child.pid}`] }).output();
    assert.equal(await Deno.readTextFile(fifo), "stopped\n");
    await reader.cancel();
    await child.status;
    await Deno.remove(place, { recursive: true });
  },
});
