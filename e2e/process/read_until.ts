/**
 * Reads text until it matches, and keeps draining the stream so that its writer never blocks.
 *
 * @returns what was read up to the match, and a promise of everything
 * @throws Error with what was read when the stream ends first
 */
export async function readUntil(
  stream: ReadableStream<Uint8Array>,
  pattern: RegExp,
): Promise<{ text: string; rest: Promise<string> }> {
  const matched = Promise.withResolvers<string>();
  const drain = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      // A line that is still being written could match in part.
      if (pattern.test(text.slice(0, text.lastIndexOf("\n")))) matched.resolve(text);
    }
    matched.reject(new Error(`${pattern} did not come; the output was:\n${text}`));
    return text;
  };
  const rest = drain();
  return { text: await matched.promise, rest };
}
