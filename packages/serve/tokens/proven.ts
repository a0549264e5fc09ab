import type { CachedSecret, TokenCache } from "./token_cache.ts";

/** Texts that are remembered. */
const MOST = 100;

/** Texts of tokens that were found to hold a secret, which takes as long as sending an answer. */
export interface Proven {
  /** The secret that the same text held before, as long as nothing of its token has changed. */
  get(text: string): CachedSecret | undefined;
  remember(text: string, secret: CachedSecret): void;
}

/** Remembers, in memory, which secret of `tokens` a text held. */
export function provenSecrets(tokens: Pick<TokenCache, "ofCredential">): Proven {
  let known = new Map<string, CachedSecret>();
  return {
    get(text) {
      const secret = known.get(text);
      if (secret === undefined) return undefined;
      const token = tokens.ofCredential(secret.caller.credentialId);
      if (token?.current === secret || token?.previous === secret) return secret;
      known.delete(text);
      return undefined;
    },
    remember(text, secret) {
      if (known.size >= MOST) known = new Map();
      known.set(text, secret);
    },
  };
}
