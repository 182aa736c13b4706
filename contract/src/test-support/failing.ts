/** A name, or something with its name first. */
type Named = string | readonly [name: string, ...unknown[]]

/**
 * Those of all that fail the check, each with why: what holds for every route is one test that lists the routes
 * where it doesn't.
 */
export async function failing<Each extends Named>(
  all: readonly Each[],
  check: (each: Each) => unknown,
): Promise<string[]> {
  if (all.length === 0) throw new Error('Nothing was given that could fail')
  const failed: string[] = []
  for (const each of all) {
    try {
      await check(each)
    } catch (error) {
      failed.push(`${typeof each === 'string' ? each : each[0]}: ${whyOf(error)}`)
    }
  }
  return failed
}

/** Long values are cut short in the message of an assertion: what came is told in full. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isCut = error.message.includes('…(') && 'actual' in error
  return isCut ? `${error.message}, but came ${JSON.stringify(error.actual).slice(0, 500)}` : error.message
}
