/** How often something was found or not, where it was there or not. */
export interface Counts {
  readonly found: number
  readonly missed: number
  readonly falselyFound: number
  readonly rightlyNotFound: number
}

export const noCounts: Counts = { found: 0, missed: 0, falselyFound: 0, rightlyNotFound: 0 }

export const count = (isThere: boolean, isFound: boolean): Counts => ({
  found: isThere && isFound ? 1 : 0,
  missed: isThere && !isFound ? 1 : 0,
  falselyFound: !isThere && isFound ? 1 : 0,
  rightlyNotFound: !isThere && !isFound ? 1 : 0,
})

export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, each) => ({
      found: sum.found + each.found,
      missed: sum.missed + each.missed,
      falselyFound: sum.falselyFound + each.falselyFound,
      rightlyNotFound: sum.rightlyNotFound + each.rightlyNotFound,
    }),
    noCounts,
  )

export interface Scores {
  readonly sensitivity: number
  readonly specificity: number
  readonly balanced: number
  /** Of what is there and what was found together, the share that is both. */
  readonly overlap: number
  /** How many were there, and how many were not. */
  readonly there: number
  readonly notThere: number
}

export function scoresOf({ found, missed, falselyFound, rightlyNotFound }: Counts): Scores {
  const there = found + missed
  const notThere = falselyFound + rightlyNotFound
  const sensitivity = found / there
  const specificity = rightlyNotFound / notThere
  const balanced = (sensitivity + specificity) / 2
  return { sensitivity, specificity, balanced, overlap: found / (there + falselyFound), there, notThere }
}

/** Two digits, for a table. */
export const describeScores = ({ sensitivity, specificity, balanced, there, notThere }: Scores) => ({
  sensitivity: Number(sensitivity.toFixed(3)),
  specificity: Number(specificity.toFixed(3)),
  balanced: Number(balanced.toFixed(3)),
  of: `${there} there, ${notThere} not`,
})
