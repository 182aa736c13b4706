import { checkFile, chunkCountFor, recommendedConcurrency } from '@cresyl/contract/files/uploads'
import type { Upload } from './upload.ts'
import type { Belonging } from './upload-api.ts'

/** A file that someone chose, and the folder that it came in. */
export interface ChosenFile {
  content: File
  /** '' where it came by itself. */
  folder: string
}

/** Of an upload of which nothing has been sent yet. */
export const freshFigures = {
  fileId: null,
  message: '',
  reason: '',
  partsSent: 0,
  partsFailed: 0,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  disconnected: false,
} as const satisfies Partial<Upload>

export function draftOf({ content, folder }: ChosenFile, belonging: Belonging, key: string): Upload {
  const { name, size } = content
  const partCount = chunkCountFor(size)
  return {
    ...belonging,
    ...freshFigures,
    key,
    name,
    originalName: name,
    folder,
    size,
    errors: checkFile({ name, size }),
    stage: 'draft',
    partCount,
    recommendedConcurrency: recommendedConcurrency(partCount),
  }
}

/** Splits them into those that are not there yet and those that are: the same name, size, time and folder. */
export function splitRepeated(
  files: readonly ChosenFile[],
  there: readonly ChosenFile[],
): { fresh: ChosenFile[]; repeated: ChosenFile[] } {
  const known = new Set(there.map(signOf))
  const fresh: ChosenFile[] = []
  const repeated: ChosenFile[] = []
  for (const file of files) {
    const sign = signOf(file)
    const which = known.has(sign) ? repeated : fresh
    which.push(file)
    known.add(sign)
  }
  return { fresh, repeated }
}

function signOf({ content, folder }: ChosenFile): string {
  const { name, size, lastModified } = content
  return JSON.stringify([folder, name, size, lastModified])
}
