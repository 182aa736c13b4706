export type Verdict = 'ok' | 'warning' | 'problem'

/** One line of what the doctor says: what was looked at, and a sentence that also says what to do. */
export interface Finding {
  verdict: Verdict
  about: string
  sentence: string
}

/** Shorthand for the findings of one check. */
export function findingsAbout(about: string) {
  const say = (verdict: Verdict) => (sentence: string) => ({ verdict, about, sentence })
  return { ok: say('ok'), warning: say('warning'), problem: say('problem') }
}

/** What a check finds; one that fails in a way it didn't foresee has found a problem. */
export async function examine(
  about: string,
  check: () => Finding[] | Finding | Promise<Finding[] | Finding>,
): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    return [findingsAbout(about).problem(reasonOf(error))]
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}
