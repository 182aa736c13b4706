import type { InferenceJobRow } from './view.ts'

/** Where a chunk waits in a folder, and in storage. */
export const chunkName = (chunk: number): string => `chunk-${chunk}`

const chunkPath = /\/chunk-(\d+)$/

/** The number of the chunk that an object is; undefined where it is something else. */
export function chunkOfPath(path: string): number | undefined {
  const [, chunk] = chunkPath.exec(path) ?? []
  return chunk === undefined ? undefined : Number(chunk)
}

/** Everything that a run has in storage but its images. */
export const folderOfRun = ({ id }: Pick<InferenceJobRow, 'id'>): string => `inference/${id}`

/**
 * Where a run keeps how far it came. What another version of the predictor computed, or was computed of what the image
 * was before it was read anew, is of no use to this one.
 */
export const chunkFolder = (
  run: Pick<InferenceJobRow, 'id' | 'predictorVersionId'>,
  image: { version: number },
): string => `${folderOfRun(run)}/${run.predictorVersionId}_${image.version}`
