/** A company's certificate authority, and a certificate of it for its hosts and this machine. */
export interface Authority extends AsyncDisposable {
  /** The authority, as a person's machine has it in a file. */
  file: string;
  cert: string;
  key: string;
}

/** Makes one with openssl. */
export async function makeAuthority(): Promise<Authority> {
  const folder = await Deno.makeTempDir({ prefix: "svc-authority-" });
  const openssl = async (args: readonly string[]) => {
    const { success, stderr } = await new Deno.Command("openssl", { args: [...args], cwd: folder })
      .output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["localhost", "registry.corp", "npm.corp", "api.corp", "runner.corp"].map((name) =>
    `DNS:${name}`
  );
  await Deno.writeTextFile(
    `${folder}/names`,
    `subjectAltName=${[...names, "IP:127.0.0.1"].join()}\nbasicConstraints=critical,CA:FALSE\n`,
  );
  await openssl([
    ...["req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2"],
    ...["-subj", "/CN=Company authority"],
  ]);
  await openssl(["req", ...key, "-keyout", "own.key", "-out", "own.csr", "-subj", "/CN=corp"]);
  await openssl([
    ...["x509", "-req", "-in", "own.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-out", "own.pem", "-days", "2", "-extfile", "names"],
  ]);
  return {
    file: `${folder}/ca.pem`,
    cert: await Deno.readTextFile(`${folder}/own.pem`),
    key: await Deno.readTextFile(`${folder}/own.key`),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
