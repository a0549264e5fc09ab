/** Waits, and how many: a machine that stood still has not asked for so long. */
const [WAIT, WAITS] = [500, 8];

/**
 * The answer to a question that a working part answers at once.
 *
 * @throws Error after 4 seconds without an answer
 */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number) => {
      if (left === 0) return reject(new Error(`no answer within ${WAIT * WAITS / 1000} s`));
      timer = setTimeout(() => wait(left - 1), WAIT);
    };
    wait(WAITS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
