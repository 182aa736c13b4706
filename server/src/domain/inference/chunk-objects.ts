import type { InferenceJobRow } from './view.ts'

/** Where a chunk waits in a folder, and in storage. */
export const chunkName = (chunk: number): string => `chunk-${chunk}`

const chunkPath = /\/chunk-(\d+)$/

/** The number of the chunk that an object is; undefined where it is something else. */
export function chunkOfPath(path: string): number | undefined {
  const [, chunk] = chunkPath.exec(path) ?? []
  return chunk === undefined ? undefined : Number(chunk)
}

/** Where a run keeps how far it came. What another version computed is of no use to this one. */
export const chunkFolder = ({ id, predictorVersionId }: Pick<InferenceJobRow, 'id' | 'predictorVersionId'>) =>
  `inference/${id}/${predictorVersionId}`
