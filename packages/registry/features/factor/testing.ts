import type { TestRegistry } from "../../testing.ts";
import { codeAt } from "./totp.ts";

/** The bytes that base32 without padding stands for. */
export function fromBase32(text: string): Uint8Array {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((char) => alphabet.indexOf(char).toString(2).padStart(5, "0"));
  return new Uint8Array(bits.join("").match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}

/** An authenticator app of an account, as its person has it. */
export interface TestApp {
  secret: string;
  recoveryCodes: string[];
  /** The code that the app shows when the registry's clock is read. */
  code(): string;
}

/** Adds an authenticator app to the account of a proved session; a minute passes. */
export async function enrolApp(
  { request, clock, services }: Pick<TestRegistry, "request" | "clock" | "services">,
  cookie: string,
): Promise<TestApp> {
  const post = async (path: string, body: unknown) => {
    const answer = await request(`/api/v1/account/${path}`, {
      method: "POST",
      headers: {
        cookie,
        "content-type": "application/json",
        origin: services.config.baseUrl,
      },
      body: JSON.stringify(body),
    });
    const read = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(read));
    return read;
  };
  const { secret, offer } = await post("totp", undefined);
  const code = () => codeAt(fromBase32(secret), Math.floor(clock.now.getTime() / 30_000));
  const { recoveryCodes } = await post("totp/confirm", { offer, code: code() });
  clock.now = new Date(clock.now.getTime() + 60_000);
  return { secret, recoveryCodes, code };
}
