/** Bytes that are sent as soon as they are asked for: too few to watch over. */
const AT_ONCE = 64 * 1024;

/**
 * An answer that breaks off when the caller's credential ends while it is sent: whoever reads slowly
 * would otherwise have a whole file after their token was revoked.
 *
 * @param watch begins to watch the credential; calls `ended` when it has ended
 */
export function whileGood(
  answer: Response,
  watch: (ended: (why: string) => void) => Disposable,
): Response {
  const length = Number(answer.headers.get("content-length") ?? Infinity);
  if (answer.body === null || length <= AT_ONCE) return answer;
  const reader = answer.body.getReader();
  let watching: Disposable | undefined;
  let over = false;
  const end = () => {
    over = true;
    watching?.[Symbol.dispose]();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      watching = watch((why) => {
        if (over) return;
        end();
        controller.error(new Error(why));
        void reader.cancel().catch(() => {});
      });
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (over) return;
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return new Response(body, answer);
}
