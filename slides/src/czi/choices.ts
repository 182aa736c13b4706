import { SlideError } from '../errors.ts'

/** Where a block has no such dimension. */
export const absent = -0x8000_0000

/** Dimensions that neither lie side by side nor in a stack: each combination of their values is an image of its own. */
export const choiceNames: Readonly<Record<string, string>> = {
  H: 'Phase',
  I: 'Illumination',
  R: 'Rotation',
  V: 'View',
  B: 'Acquisition block',
}

/** The blocks of one combination. */
export interface CziChoice {
  /** `Phase 2, view 1`, counted from 1; undefined where there is nothing to choose. */
  readonly name: string | undefined
  readonly blocks: readonly number[] | Int32Array
}

export interface CziChoices {
  /** At least one; the one with the lowest values first. */
  readonly choices: readonly CziChoice[]
  readonly warnings: readonly SlideError[]
}

/** Each is an image of its own in memory, in lists and in the database. */
const maxChoices = 64

/** Blocks without one of the dimensions, such as a pyramid made of one of them, belong to each of its values. */
export function groupByChoice(
  columns: ReadonlyMap<string, Int32Array>,
  blocks: readonly number[] | Int32Array,
): CziChoices {
  const varied = [...columns].flatMap(([dimension, column]) => {
    const values = new Set<number>()
    for (const block of blocks) if (column[block] !== absent) values.add(column[block] as number)
    return values.size > 1 ? [{ dimension, column, values: [...values].sort((a, b) => a - b) }] : []
  })
  if (varied.length === 0) return { choices: [{ name: undefined, blocks }], warnings: [] }
  const groups = new Map<string, { values: number[]; blocks: number[] }>()
  const shared: number[] = []
  for (const block of blocks) {
    const values = varied.map(({ column }) => column[block] as number)
    const key = values.join()
    const group = groups.get(key)
    if (values.includes(absent)) shared.push(block)
    else if (group) group.blocks.push(block)
    else groups.set(key, { values, blocks: [block] })
  }
  const sorted = [...groups.values()].sort((a, b) => compareValues(a.values, b.values))
  const shown = sorted.slice(0, maxChoices)
  const choices = shown.map(({ values, blocks: own }) => {
    const common = shared.filter((block) =>
      varied.every(({ column }, at) => column[block] === absent || column[block] === values[at]),
    )
    const names = varied.map(({ dimension, values: all }, at) => {
      const name = choiceNames[dimension] as string
      return `${at === 0 ? name : name.toLowerCase()} ${all.indexOf(values[at] as number) + 1}`
    })
    return { name: names.join(', '), blocks: [...own, ...common] }
  })
  if (sorted.length === shown.length) return { choices, warnings: [] }
  const dimensions = varied.map(({ dimension }) => dimension).join(', ')
  const reason = `has ${sorted.length} images along the dimensions ${dimensions}, of which the first ${maxChoices} are shown`
  return { choices, warnings: [new SlideError('too_large', 'CZI', reason)] }
}

function compareValues(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((value, at) => value !== other[at])
  return (one[differing] ?? 0) - (other[differing] ?? 0)
}
