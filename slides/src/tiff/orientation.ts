/** How an image is turned: first transposed (rows become columns), then mirrored, in stored coordinates. */
export interface Turn {
  readonly transposed: boolean
  /** The left edge as shown is the right one (or, transposed, the lower one) as stored. */
  readonly mirroredX: boolean
  readonly mirroredY: boolean
}

/** By the tag's value: which sides the first row and the first column are on. */
const turns: readonly Turn[] = [
  { transposed: false, mirroredX: false, mirroredY: false },
  { transposed: false, mirroredX: true, mirroredY: false },
  { transposed: false, mirroredX: true, mirroredY: true },
  { transposed: false, mirroredX: false, mirroredY: true },
  { transposed: true, mirroredX: false, mirroredY: false },
  { transposed: true, mirroredX: true, mirroredY: false },
  { transposed: true, mirroredX: true, mirroredY: true },
  { transposed: true, mirroredX: false, mirroredY: true },
]

/** What to do with the pixels of an image with that orientation (1 to 8) to show it upright. */
export const turnOf = (orientation: number): Turn => turns[orientation - 1] ?? (turns[0] as Turn)
