import { SecretFailure } from "../platform/secrets/failure.ts";
import { terminalLine } from "../platform/terminal.ts";

/** Words of gpg's status, which do not change with its language or version. */
const status = (said: string, word: string) =>
  new RegExp(String.raw`^\[GNUPG:\] ${word}(?: |$)`, "m").test(said);

/** True when pass has called gpg. */
export function askedGpg(said: string): boolean {
  return said.includes("[GNUPG:] ");
}

/** True when gpg says that it has decrypted all of an entry and that nobody changed it. */
export function wasDecrypted(said: string): boolean {
  return status(said, "DECRYPTION_OKAY") && status(said, "GOODMDC") &&
    !status(said, "DECRYPTION_FAILED");
}

/** True when gpg says that it has encrypted all that it was given. */
export function wasEncrypted(said: string): boolean {
  return status(said, "END_ENCRYPTION") && !status(said, "FAILURE");
}

/** Why an entry could not be read. */
export function readFailure(entry: string, said: string): SecretFailure {
  if (said.includes("Signature for ")) return unsigned(said);
  // What gpg knows of the key comes before it tries to decrypt.
  const [, tried] = /^\[GNUPG:\] ENC_TO (.*)$/ms.exec(said) ?? [];
  const closed = tried !== undefined && status(tried, "DECRYPTION_FAILED") &&
    !status(tried, "DECRYPTION_KEY") &&
    !/^gpg: .*(?:Checksum error|Bad |Broken|Invalid)/m.test(tried);
  if (!closed) {
    return new SecretFailure(
      "not_a_secret",
      `The entry ${entry} is damaged, or was changed by somebody without the key`,
      "Restore it from a backup or from the store's git history, or put it again",
    );
  }
  if (status(tried, "KEY_CONSIDERED")) {
    return new SecretFailure(
      "locked",
      `The key of ${entry} needs its passphrase, and svc does not ask for it`,
      `Unlock it with 'pass show ${entry}' in a terminal, which also shows whether it is ` +
        `damaged, then ` +
        "run again while gpg-agent keeps it",
    );
  }
  return new SecretFailure(
    "refused",
    `The entry ${entry} is encrypted for a key that is not on this machine`,
    "Ask somebody who can read it to run 'pass init' with your key as well",
  );
}

/** Why an entry could not be written. */
export function writeFailure(entry: string, said: string): SecretFailure {
  if (said.includes("Signature for ")) return unsigned(said);
  if (/You must run:/.test(said)) return notInitialised();
  const recipient = /^\[GNUPG:\] INV_RECP \d+ (.*)$/m.exec(said)?.[1];
  if (recipient !== undefined) {
    return new SecretFailure(
      "not_set_up",
      `gpg does not encrypt for ${
        line(recipient)
      }, which the store's .gpg-id names: it has no usable ` +
        "key of that name, or you have not said that it is theirs",
      "See 'gpg --list-keys', import the key, sign it with 'gpg --lsign-key'",
    );
  }
  return new SecretFailure(
    "unavailable",
    `pass did not write ${entry}: ${firstLine(said)}`,
    "Check that 'pass insert' works in a terminal, then run again",
  );
}

/** The failure of a store that does not exist yet. */
export function notInitialised(): SecretFailure {
  return new SecretFailure(
    "not_set_up",
    "There is no password store yet",
    "Create one with 'pass init' and the id of your key",
  );
}

/** What git said when it did not commit a change; pass itself ends well then. */
export function gitComplaint(said: string): string | undefined {
  const found = /^(?:fatal|error): (.*)$/m.exec(said)?.[1];
  return found === undefined ? undefined : line(found);
}

/** The failure of a change that is in the store and not in its history. */
export function notCommitted(what: string, complaint: string): SecretFailure {
  return new SecretFailure(
    "unavailable",
    `${what}, but git did not commit it: ${complaint}`,
    "See 'pass git status', and commit it",
  );
}

function unsigned(said: string): SecretFailure {
  const [found = "The signature of .gpg-id is missing"] = /Signature for .*/.exec(said) ?? [];
  return new SecretFailure(
    "refused",
    line(found.replace(/\.$/, "")),
    "See who changed it; PASSWORD_STORE_SIGNING_KEY names whose signature counts",
  );
}

function firstLine(said: string): string {
  const lines = said.split("\n").filter((one) => one.trim() !== "" && !one.startsWith("[GNUPG:]"));
  return line(
    lines.find((one) => /error|failed|denied|cannot/i.test(one)) ?? lines[0] ?? "it says nothing",
  );
}

function line(text: string): string {
  return terminalLine(text).slice(0, 200);
}
