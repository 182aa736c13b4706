import type { SubblockTable } from './directory.ts'

/** Levels of a pyramid are at least a factor of 2 apart; what is nearer is one level, rounded differently. */
const sameLevel = 1.7

/**
 * How many pixels of full resolution a pixel of the block spans, as far as the block itself tells: small blocks at
 * the edge of a level are rounded to whole pixels, so that one of factor 2 may seem to be of factor 3.
 */
function apparentFactor(table: SubblockTable, block: number): number {
  const width = table.width[block] as number
  const height = table.height[block] as number
  const storedWidth = table.storedWidth[block] as number
  const storedHeight = table.storedHeight[block] as number
  if (width === storedWidth && height === storedHeight) return 1
  const ratio = width >= height ? width / storedWidth : height / storedHeight
  return Math.max(2, Math.round(ratio))
}

/** Sorts blocks by level: their downsampling factor, as the largest blocks of each level tell it. */
export function groupByLevel(table: SubblockTable, blocks: readonly number[]): Map<number, number[]> {
  const largest = new Map<number, number>([[1, Number.POSITIVE_INFINITY]])
  for (const block of blocks) {
    const factor = apparentFactor(table, block)
    const side = Math.max(table.storedWidth[block] as number, table.storedHeight[block] as number)
    largest.set(factor, Math.max(largest.get(factor) ?? 0, side))
  }
  const levelOf = new Map<number, number>()
  const factors: number[] = []
  for (const [factor] of [...largest].sort(([, a], [, b]) => b - a)) {
    // Only blocks stored pixel by pixel are of full resolution.
    const candidates = factor === 1 ? [] : factors.filter((other) => other !== 1)
    const near = candidates.find((other) => Math.max(factor, other) / Math.min(factor, other) < sameLevel)
    levelOf.set(factor, near ?? factor)
    if (near === undefined) factors.push(factor)
  }
  const levels = new Map<number, number[]>()
  for (const block of blocks) {
    const factor = levelOf.get(apparentFactor(table, block)) ?? 1
    const level = levels.get(factor)
    if (level) level.push(block)
    else levels.set(factor, [block])
  }
  return levels
}
