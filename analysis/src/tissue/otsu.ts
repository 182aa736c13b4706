export interface Split {
  /** Values up to this one are of the lower class. */
  readonly threshold: number
  readonly lowerMean: number
  readonly upperMean: number
  /** Of values, 0..1. */
  readonly upperShare: number
}

/** Otsu's split of a histogram of whole values: always finds one, so the caller must ask how far apart the classes are. */
export function otsuSplit(histogram: ArrayLike<number>): Split | null {
  let count = 0
  let sum = 0
  for (let value = 0; value < histogram.length; value += 1) {
    count += histogram[value] as number
    sum += value * (histogram[value] as number)
  }
  let best: Split | null = null
  let largest = 0
  let lower = 0
  let lowerSum = 0
  for (let value = 0; value < histogram.length - 1; value += 1) {
    lower += histogram[value] as number
    lowerSum += value * (histogram[value] as number)
    if (lower === 0 || lower === count) continue
    const lowerMean = lowerSum / lower
    const upperMean = (sum - lowerSum) / (count - lower)
    const between = lower * (count - lower) * (upperMean - lowerMean) ** 2
    if (between <= largest) continue
    largest = between
    best = { threshold: value, lowerMean, upperMean, upperShare: (count - lower) / count }
  }
  return best
}
