const largest = 2 ** 32 - 1

/** The nearest fraction of two 32-bit numbers (TIFF's RATIONAL) to a positive number, by continued fractions. */
export function nearestRational(value: number): { numerator: number; denominator: number } {
  if (value >= largest) return { numerator: largest, denominator: 1 }
  let [before, numerator] = [0, 1]
  let [beforeDenominator, denominator] = [1, 0]
  let rest = value
  for (;;) {
    const whole = Math.floor(rest)
    const nextNumerator = whole * numerator + before
    const nextDenominator = whole * denominator + beforeDenominator
    if (nextNumerator > largest || nextDenominator > largest) break
    ;[before, numerator] = [numerator, nextNumerator]
    ;[beforeDenominator, denominator] = [denominator, nextDenominator]
    rest = 1 / (rest - whole)
    if (!Number.isFinite(rest) || numerator / denominator === value) break
  }
  return { numerator, denominator }
}
