/** Where a worker can be stopped while it runs a predictor, in the order in which it comes there. */
export const runPoints = [
  /** It knows what to do, and has nothing. */
  'planning',
  /** It has looked at the slide, but kept nothing of that. */
  'learned',
  /** The first chunk is stored, and another one computed. */
  'computing',
  /** All chunks are stored, none of the outputs. */
  'assembling',
  /** An output is stored that nothing refers to. */
  'storing',
  /** In the transaction that ends the job. */
  'committing',
  /** Right after it. */
  'committed',
] as const
export type RunPoint = (typeof runPoints)[number]
