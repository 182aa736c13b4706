/** Steps of 1, 2 and 5: the largest that is not above `most`. */
export function niceBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const first = [5, 2, 1].find((digit) => digit * power <= most * (1 + 1e-9)) ?? 1
  return first * power
}

/** Steps of 1, 2 and 5: the smallest that is not below `least`. */
export function niceAbove(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const first = [1, 2, 5, 10].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10
  return first * power
}
