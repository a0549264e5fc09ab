import type { CachedSecret, TokenCache } from "./token_cache.ts";

/** Texts that are remembered. */
const MOST = 100;

/**
 * Remembers, in memory, which secret of `tokens` a text held: to find out takes as long as sending an
 * answer.
 */
export function provenSecrets(tokens: Pick<TokenCache, "ofCredential">) {
  let known = new Map<string, CachedSecret>();
  return {
    /** The secret that the same text held before, as long as nothing of its token has changed. */
    get(text: string) {
      const secret = known.get(text);
      if (secret === undefined) return undefined;
      const token = tokens.ofCredential(secret.caller.credentialId);
      if (token?.current === secret || token?.previous === secret) return secret;
      known.delete(text);
      return undefined;
    },
    remember(text: string, secret: CachedSecret) {
      if (known.size >= MOST) known = new Map();
      known.set(text, secret);
    },
  };
}
