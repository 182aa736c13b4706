import type { Preparation } from './preparation.ts'

/**
 * Where what an attempt makes of an image is stored. Each has a folder of its own: what is shown is never written
 * over, and the path alone tells one making of it from the next.
 */
export const madePath = (
  { job }: { readonly job: Pick<Preparation['job'], 'id' | 'attempt'> },
  imageId: string,
  name: string,
): string => `images/${imageId}/${job.id}_${job.attempt}/${name}`
