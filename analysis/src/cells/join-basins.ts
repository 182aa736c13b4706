import type { BasinList, Touching } from './basin-list.ts'
import type { createCutter } from './cut-cell.ts'
import type { Relief } from './relief.ts'

/** Two basins are of one cell where they are convex together and no valley lies between them; both count. */
const leastScore = 0.885
const weightOfPass = 0.3
const usualPass = 0.8
/** Below this not even a perfect shape makes up for the valley. */
const lowestPass = usualPass - (1 - leastScore) / weightOfPass

interface Bond extends Touching {
  readonly score: number
}

export interface JoinOptions {
  readonly relief: Relief
  readonly basins: BasinList
  readonly cut: ReturnType<typeof createCutter>
  /** Pixels, as large as a cell may be. */
  readonly largestArea: number
  /** A cell that is less solid than this isn't one. */
  readonly leastSolidity: number
  /** Whether anything that this basin belongs to can matter. */
  readonly isNear: (basin: number) => boolean
}

/**
 * Which basins make up a cell: those that are bound to each other, by others too, as long as all of them together
 * still look like a cell; otherwise only pairs in which each is bound to the other more than to any third.
 *
 * Each bond depends on its two basins alone, and what is larger than a cell is never bound, so what becomes of a basin
 * is decided within twice the size of a cell.
 */
export function joinBasins(touching: readonly Touching[], options: JoinOptions): number[][] {
  const { count } = options.basins
  const bonds = findBonds(touching, options)
  const cells: number[][] = []
  for (const group of groupsOf(count, bonds)) {
    if (group.length < 3 || isCell(group, options)) cells.push(group)
    else cells.push(...splitIntoPairs(group, bonds))
  }
  return cells
}

const isCell = (
  group: readonly number[],
  { cut, relief, basins, leastSolidity, largestArea }: JoinOptions,
): boolean => {
  const cell = cut(relief, basins, group)
  return cell !== null && cell.solidity >= leastSolidity && cell.area <= largestArea
}

function findBonds(touching: readonly Touching[], options: JoinOptions): Bond[] {
  const { relief, basins, cut, largestArea, isNear } = options
  const bonds: Bond[] = []
  for (const pair of touching) {
    const { one, other, pass } = pair
    if (!isNear(one) && !isNear(other)) continue
    const lowerPeak = Math.min(basins.peaks[one] as number, basins.peaks[other] as number)
    const relative = lowerPeak > 0 ? pass / lowerPeak : 0
    if (relative < lowestPass) continue
    const both = cut(relief, basins, [one, other])
    if (both === null || both.area > largestArea) continue
    const score = both.solidity + weightOfPass * (relative - usualPass)
    if (score >= leastScore) bonds.push({ ...pair, score })
  }
  return bonds
}

/** Everything that is bound together, each group in the order of its basins. */
function groupsOf(count: number, bonds: readonly Touching[]): number[][] {
  const parents = Int32Array.from({ length: count + 1 }, (_, basin) => basin)
  const rootOf = (basin: number): number => {
    let root = basin
    while (parents[root] !== root) root = parents[root] as number
    for (let at = basin; at !== root; ) {
      const next = parents[at] as number
      parents[at] = root
      at = next
    }
    return root
  }
  for (const { one, other } of bonds) {
    const [first, second] = [rootOf(one), rootOf(other)]
    parents[Math.max(first, second)] = Math.min(first, second)
  }
  const groups: number[][] = []
  for (let basin = 1; basin <= count; basin += 1) {
    const root = rootOf(basin)
    if (root === basin) groups[basin] = [basin]
    else groups[root]?.push(basin)
  }
  return groups.filter(Boolean)
}

/** A group apart: in pairs that are bound more to each other than to any third, and what is left one by one. */
function splitIntoPairs(group: readonly number[], bonds: readonly Bond[]): number[][] {
  const members = new Set(group)
  const best = new Map<number, Bond>()
  const keepBest = (basin: number, bond: Bond) => {
    if (bond.score > (best.get(basin)?.score ?? 0)) best.set(basin, bond)
  }
  for (const bond of bonds) {
    if (!members.has(bond.one)) continue
    keepBest(bond.one, bond)
    keepBest(bond.other, bond)
  }
  const parts: number[][] = []
  for (const basin of group) {
    const bond = best.get(basin)
    const isMutual = bond !== undefined && best.get(bond.one) === best.get(bond.other)
    if (!isMutual) parts.push([basin])
    else if (basin === bond.one) parts.push([bond.one, bond.other])
  }
  return parts
}
