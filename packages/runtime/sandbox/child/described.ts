/** An error as it is told to svc. */
interface DescribedError {
  name: string;
  message: string;
  /** A word for the kind of failure, such as `not_found`. */
  code?: string;
  stack: string | undefined;
}

/** A word for a kind of failure, such as `not_found`; codes of the system are in capitals. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

/** Of several errors in one that often says nothing itself, as where no address was reached, told. */
const MOST = 4;

function withErrors(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  const texts = error.errors.slice(0, MOST).map((one) =>
    one instanceof Error ? one.message : Deno.inspect(one)
  );
  return [error.message, texts.join("; ")].filter(Boolean).join(": ");
}

/** An error with its causes and its code, as text; anything may be thrown. */
export function described(error: unknown): DescribedError {
  if (!(error instanceof Error)) {
    const message = typeof error === "string" ? error : Deno.inspect(error);
    return { name: "Error", message, stack: undefined };
  }
  let message = withErrors(error);
  let cause = error.cause;
  for (let depth = 0; cause instanceof Error && depth < 4; depth++, cause = cause.cause) {
    if (!message.includes(cause.message)) message += `: ${cause.message}`;
  }
  const code = "code" in error ? error.code : undefined;
  if (typeof code !== "string" || !CODE.test(code)) {
    return { name: error.name, message, stack: error.stack };
  }
  const shown = message.includes(`(${code})`) ? message : `${message} (${code})`;
  return { name: error.name, message: shown, code, stack: error.stack };
}
