import { freePort } from "../port/mod.ts";
import type { S3Backend } from "./backend.ts";

const USER = "arn:aws:iam:::user/svc";
const ROLE = "archives";

/**
 * Starts Ceph's object gateway, a production S3 server, with a cluster of one monitor and one store in
 * memory. It needs the Debian packages `radosgw`, `ceph-mon`, `ceph-osd` and `ceph-common` and takes
 * about 15 seconds. It checks signatures and checksums, keeps conditions of writes, and compares
 * `If-Match` with the ETag without quotes. STS comes last, as it refuses a wrong secret without a word.
 */
export async function startRadosgw(): Promise<S3Backend> {
  const folder = await Deno.makeTempDir({ prefix: "svc-ceph-" });
  const accessKeyId = "AKIASVCTEST";
  const secretAccessKey = `secret-${crypto.randomUUID()}`;
  const children: Deno.ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) {
      try {
        child.kill("SIGKILL");
      } catch { // It has ended.
      }
      await child.status;
    }
    await Deno.remove(folder, { recursive: true });
  };
  try {
    const [monitor, gateway] = [freePort(), freePort()];
    const fsid = crypto.randomUUID();
    const config = ["-c", `${folder}/ceph.conf`];
    for (const name of ["mon", "osd", "run", "rgw"]) await Deno.mkdir(`${folder}/${name}`);
    await Deno.writeTextFile(
      `${folder}/ceph.conf`,
      configurationOf(folder, fsid, monitor, gateway),
    );
    const key = (await output("ceph-authtool", ["--gen-print-key"])).trim();
    await Deno.writeTextFile(`${folder}/keyring`, keyringOf(key));

    const map = `${folder}/monmap`;
    const address = `[v2:127.0.0.1:${monitor}]`;
    await output("monmaptool", ["--create", "--fsid", fsid, "--addv", "a", address, map]);
    const made = ["--mkfs", "-i", "a", "--monmap", map, "--keyring", `${folder}/keyring`];
    await output("ceph-mon", [...config, ...made]);
    children.push(start("ceph-mon", [...config, "-i", "a", "-f"]));
    const store = crypto.randomUUID();
    await output("ceph", [...config, "osd", "new", store]);
    await output("ceph-osd", [...config, "-i", "0", "--mkfs", "--osd-uuid", store]);
    children.push(start("ceph-osd", [...config, "-i", "0", "-f"]));
    // Ends once the store is up and the gateway's pools are made.
    await output("radosgw-admin", [
      ...config,
      ...["user", "create", "--uid=svc", "--display-name=svc"],
      ...[`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`],
    ]);
    await output("radosgw-admin", [
      ...[...config, "role", "create", `--role-name=${ROLE}`],
      `--assume-role-policy-doc=${
        policyOf({ Principal: { AWS: [USER] }, Action: ["sts:AssumeRole"] })
      }`,
    ]);
    await output("radosgw-admin", [
      ...[...config, "role-policy", "put", `--role-name=${ROLE}`, "--policy-name=all"],
      `--policy-doc=${policyOf({ Action: ["s3:*"], Resource: ["arn:aws:s3:::*"] })}`,
    ]);
    children.push(start("radosgw", [...config, "-n", "client.admin", "-f"]));
    const url = `http://127.0.0.1:${gateway}`;
    await answers(url, children.at(-1)!);
    return {
      url,
      accessKeyId,
      secretAccessKey,
      role: `arn:aws:iam:::role/${ROLE}`,
      keepsConditions: true,
      listsPages: true,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function policyOf(statement: Record<string, unknown>): string {
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", ...statement }],
  });
}

function configurationOf(folder: string, fsid: string, monitor: number, gateway: number): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
public addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.$pid.asok
log file = ${folder}/run/$name.log
pid file =
crash dir =
mon data = ${folder}/mon
mon data avail crit = 0
mon data avail warn = 0
mon allow pool size one = true
mon max pg per osd = 1000
osd data = ${folder}/osd
osd objectstore = memstore
osd max object name len = 256
osd max object namespace len = 64
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw rados pool pg num min = 1
rgw s3 auth use sts = true
rgw s3 auth order = local, sts
rgw sts key = ${crypto.randomUUID().slice(0, 16)}
`;
}

function keyringOf(key: string): string {
  return `[mon.]
	key = ${key}
	caps mon = "allow *"
[client.admin]
	key = ${key}
	caps mon = "allow *"
	caps osd = "allow *"
[osd.0]
	key = ${key}
	caps mon = "allow profile osd"
	caps osd = "allow *"
`;
}

function start(program: string, args: string[]): Deno.ChildProcess {
  const silent = { stdin: "null", stdout: "null", stderr: "null" } as const;
  return new Deno.Command(program, { args, ...silent }).spawn();
}

async function output(program: string, args: string[]): Promise<string> {
  // A cluster that does not come up would be waited for without end.
  const signal = AbortSignal.timeout(120_000);
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    signal,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr).slice(-2000)}`);
  return new TextDecoder().decode(stdout);
}

/** Asks until the gateway answers; one that has ended never will. */
async function answers(url: string, child: Deno.ChildProcess): Promise<void> {
  const ended = child.status.then(({ code }) => {
    throw new Error(`radosgw ended with ${code}`);
  });
  ended.catch(() => {});
  for (;;) {
    const answer = await Promise.race([fetch(url).catch(() => undefined), ended]);
    if (answer !== undefined) return void await answer.body?.cancel();
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 50)), ended]);
  }
}
