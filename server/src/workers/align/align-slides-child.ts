import { alignImages, type FoundPairs, type NotAligned } from '@cresyl/analysis'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { type ImageLocation, openImage } from '../../platform/tiles/image-location.ts'
import { explained, originOf } from '../ingest/explain-slide-error.ts'

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<AlignOrder, AlignOutcome> = ({ fixed, moving }, { progress }) =>
  opened(fixed, (still) => opened(moving, (other) => alignImages(still, other, { onProgress: progress })))

type Compared = Parameters<typeof alignImages>[0]

const opened = (
  { location, name, z }: AlignOrder['fixed'],
  use: (compared: Compared) => Promise<AlignOutcome>,
): Promise<AlignOutcome> =>
  explained(originOf(location.source), async () => {
    const { image, close } = await openImage(location)
    try {
      return await use({ image, name, z })
    } finally {
      await close()
    }
  })

interface ComparedImage {
  location: ImageLocation
  /** What it is called in sentences. */
  name: string
  /** Which plane of a focus stack. */
  z: number
}

/** What is handed to the process that compares two slides. */
export interface AlignOrder {
  fixed: ComparedImage
  moving: ComparedImage
}

export type AlignOutcome = FoundPairs | NotAligned
