import type { FoundThings } from '../../inference/predictor.ts'

/** Each thing by itself, in an order that doesn't depend on that of the tiles it was found in. */
export function sortedThings(things: FoundThings | undefined): string[] {
  if (!things) return []
  const each = things.count === 0 ? 0 : things.measurements.length / things.count
  return Array.from({ length: things.count }, (_, n) =>
    JSON.stringify({
      x: things.x[n],
      y: things.y[n],
      kind: things.classes[n],
      values: [...things.measurements.subarray(n * each, (n + 1) * each)],
      outline: [
        ...things.outlines.subarray(
          2 * (things.outlineStarts[n] as number),
          2 * (things.outlineStarts[n + 1] as number),
        ),
      ],
    }),
  ).sort()
}
