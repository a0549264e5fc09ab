/** A certificate for this machine that signs itself, in files. */
export interface Certificate extends AsyncDisposable {
  certFile: string;
  keyFile: string;
  /** In PEM, to trust it. */
  cert: string;
}

/** Whether certificates can be made here: openssl is installed. */
export function canMakeCertificates(): boolean {
  try {
    return new Deno.Command("openssl", { args: ["version"], stdout: "null", stderr: "null" })
      .outputSync().success;
  } catch {
    return false;
  }
}

/** Makes one with openssl. */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await Deno.makeTempDir({ prefix: "svc-certificate-" });
  const certFile = `${folder}/cert.pem`;
  const keyFile = `${folder}/key.pem`;
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", keyFile, "-out", certFile, "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
      ...["-addext", "basicConstraints=critical,CA:FALSE"],
    ],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return {
    certFile,
    keyFile,
    cert: await Deno.readTextFile(certFile),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
