const digits = [...'1234567890']

/**
 * Every class with the digit that chooses it while a drawing tool is in hand. Every letter is the key of a tool or of
 * the picture: where settings still have one, the next free digit takes its place.
 */
export function withDigits<Class extends { readonly hotkey: string | null }>(
  classes: readonly Class[],
): readonly Class[] {
  const taken = new Set(classes.map(({ hotkey }) => hotkey))
  const free = digits.filter((digit) => !taken.has(digit))
  return classes.map((each) =>
    each.hotkey === null || digits.includes(each.hotkey) ? each : { ...each, hotkey: free.shift() ?? null },
  )
}
