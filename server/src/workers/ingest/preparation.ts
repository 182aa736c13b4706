import type { FileRow } from '../../domain/files/view.ts'
import type { Context } from '../../platform/context.ts'
import type { RunningJob } from '../../platform/queue/job-handler.ts'
import { type DescribeSource, madeBytes } from '../../platform/tiles/describe-source.ts'
import type { ImageLocation } from '../../platform/tiles/image-location.ts'
import type { Damage } from './damaged-tiles.ts'
import type { RunStage } from './run-stage.ts'
import type { ImageDescription } from './slide-description.ts'
import type { Stages } from './stages.ts'

/** What the stages of reading a file share. */
export interface Preparation {
  readonly job: RunningJob
  readonly context: Context
  readonly file: FileRow
  readonly stages: Stages
  readonly sandbox: RunStage
  readonly describeSource: DescribeSource
  /** For what is made before it is stored. */
  readonly folder: string
}

/** An image that has a row, so that objects can lie under its id. */
export interface KnownImage extends ImageDescription {
  readonly id: string
}

/** An image with what was made for it, by now. */
export interface PlacedImage extends KnownImage {
  /** Its own bytes in storage, where those of the file are unsuited. */
  readonly path: string | null
  readonly levelsPath: string | null
  readonly firstMadeLevel: number | null
  /** Tiles of it that are blank in what was made. */
  readonly damage: Damage | null
}

/** Where to find it, from now on for half an hour. */
export async function locate(
  { file, describeSource }: Preparation,
  { id: imageId, part, path, levelsPath, firstMadeLevel: firstLevel }: PlacedImage,
): Promise<ImageLocation> {
  const { id: fileId, organizationId } = file
  const object = (made: string) => describeSource(madeBytes(organizationId, made))
  if (path !== null) return { imageId, fileId, source: await object(path), part: 'image 0' }
  const location = { imageId, fileId, source: await describeSource(file), part }
  if (levelsPath === null || firstLevel === null) return location
  return { ...location, madeLevels: { source: await object(levelsPath), firstLevel } }
}

/** For lines of the log, which more people read than may see what the file calls it: that may name the patient. */
export const imageName = ({ part }: Pick<ImageDescription, 'part'>): string =>
  part === 'image 0' ? 'The slide' : `Image ${Number(part.split(' ')[1]) + 1} of the file`
