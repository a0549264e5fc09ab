/** What a rule found. */
export interface Said {
  rule: string;
  problem: string | null;
}

/** Tries rules one after the other. */
export class Rules {
  readonly said: Said[] = [];

  constructor(private readonly context: any) {}

  async hold(rule: string, holds: (context: any) => unknown): Promise<void> {
    let problem: string | null = null;
    try {
      const answer = await holds(this.context);
      if (answer !== true) problem = `gave ${JSON.stringify(answer) ?? String(answer)}`;
    } catch (e) {
      problem = e instanceof Error ? `${e.name}: ${e.message}` : String(e);
    }
    this.said.push({ rule, problem });
  }
}

/** Whether something throws. */
export async function throws(what: () => unknown): Promise<boolean> {
  try {
    await what();
    return false;
  } catch {
    return true;
  }
}

/** Writes through a helper, a helper's helper and one more. */
export async function writeDeep(ctx: any, name: string, data: unknown): Promise<any> {
  const second = (c: any) => third({ ...c });
  const third = async (c: any) => {
    const { writeResource: write } = c;
    return await write("thing", name, data);
  };
  return await second(ctx);
}
