import { type Level, openSlide, type Slide, SlideError, type SlideImage } from '@cresyl/slides'
import { isSameSource, type SourceDescriptor } from '../sources/source-descriptor.ts'
import { createSourceOpener, type OpenedSource, type OpenSource } from './open-source.ts'

export type { SourceDescriptor } from '../sources/source-descriptor.ts'
export { type OpenSource, openDescribed } from './open-source.ts'

/** Which image of a file: `image 0` is the largest; `associated 0` the first of label, macro and thumbnail. */
export type ImagePart = `image ${number}` | `associated ${number}`

export interface ImageLocation {
  /** The same id means the same pixels: open images and results are kept by it. */
  readonly imageId: string
  /** What can be hostile: the images of one file share the children they may occupy, and their quarantine. */
  readonly fileId: string
  readonly source: SourceDescriptor
  readonly part: ImagePart
  /** µm of a pixel; null where nobody knows. Left out: as the file says. */
  readonly mpp?: SlideImage['mpp'] | null
  /** Levels that the file lacks, as a pyramid of its own whose first level is this one of the image. */
  readonly madeLevels?: { readonly source: SourceDescriptor; readonly firstLevel: number } | undefined
}

export interface OpenImage {
  readonly image: SlideImage
  readonly slide: Slide
  /** About how much memory it holds. */
  readonly bytes: number
  /** Goes over to newer addresses of the same bytes. */
  learn(location: ImageLocation): void
  /** Whether other bytes lie by now where it was opened. */
  isStale(): Promise<boolean>
  close(): Promise<void>
}

/** The files of this machine that it is read from. */
export function filesOf({ source, madeLevels }: Pick<ImageLocation, 'source' | 'madeLevels'>): string[] {
  return [source, madeLevels?.source].flatMap((each) => (each?.kind === 'file' ? [each.path] : []))
}

/** Whether both are the same bytes, by whatever address, and pixels of one size. */
export function isSameLocation(a: ImageLocation, b: ImageLocation): boolean {
  if (a.mpp?.x !== b.mpp?.x || a.mpp?.y !== b.mpp?.y) return false
  if (a.part !== b.part || !isSameSource(a.source, b.source)) return false
  if (!a.madeLevels || !b.madeLevels) return a.madeLevels === b.madeLevels
  const { source, firstLevel } = a.madeLevels
  return firstLevel === b.madeLevels.firstLevel && isSameSource(source, b.madeLevels.source)
}

/** Opens one image of a file, with the levels that were made for it. */
export async function openImage(
  location: ImageLocation,
  signal?: AbortSignal,
  openFrom: OpenSource = createSourceOpener(),
): Promise<OpenImage> {
  const { madeLevels, part } = location
  const descriptors = [location.source, ...(madeLevels ? [madeLevels.source] : [])]
  const opened = await openAll(descriptors, openFrom, signal)
  const [file, made] = opened
  if (!file) throw new Error('Nothing was opened')
  const close = () => closeAll(opened)
  try {
    const image = withScale(imageAt(file.slide, part), location)
    if (!madeLevels || !made) return { ...file, image, learn: (told) => file.learn(told.source) }
    const learn = (told: ImageLocation) => {
      file.learn(told.source)
      if (told.madeLevels) made.learn(told.madeLevels.source)
    }
    const joined = joinLevels(image, imageAt(made.slide, 'image 0'), madeLevels.firstLevel)
    const isStale = async () => (await file.isStale()) || (await made.isStale())
    return { slide: file.slide, image: joined, bytes: file.bytes + made.bytes, learn, isStale, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Opened {
  close(): Promise<void>
}

const closeAll = async (opened: readonly Opened[]) =>
  void (await Promise.all(opened.map((each) => each.close())))

/** At the same time: each may be a request to somewhere far away. */
async function openAll(
  descriptors: readonly SourceDescriptor[],
  openFrom: OpenSource,
  signal: AbortSignal | undefined,
) {
  const ends = await Promise.allSettled(descriptors.map((each) => openWhole(each, openFrom, signal)))
  const opened = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed === undefined) return opened
  await closeAll(opened)
  throw failed.reason
}

async function openWhole(descriptor: SourceDescriptor, openFrom: OpenSource, signal?: AbortSignal) {
  const source: OpenedSource = await openFrom(descriptor, signal)
  try {
    const slide = await openSlide(source, { signal })
    const close = () => slide.close().finally(() => source.close())
    const learn = (told: SourceDescriptor) => source.learn?.(told)
    const isStale = async () => (await source.isStale?.()) ?? false
    return { slide, close, learn, isStale, bytes: weigh(slide) + (source.heldBytes ?? 0) }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Headers and pages of offsets are bounded by the readers; what a vendor wrote may be longer. */
function weigh({ metadata, images }: Slide): number {
  let characters = 0
  for (const [name, value] of Object.entries(metadata.properties)) characters += name.length + value.length
  const levels = images.reduce((sum, image) => sum + image.levels.length * image.channels.length, 0)
  return 300_000 + levels * 2000 + characters * 2
}

function imageAt(slide: Slide, part: ImagePart): SlideImage {
  const [kind, index] = part.split(' ')
  const number = Number(index)
  const image = kind === 'image' ? slide.images[number] : slide.associated[number]?.image
  if (image) return image
  const there = `${slide.images.length} images and ${slide.associated.length} associated ones`
  throw new SlideError('out_of_range', part, `is not in the file, which has ${there}`)
}

const withScale = (image: SlideImage, { mpp }: ImageLocation): SlideImage =>
  mpp === undefined ? image : { ...image, mpp: mpp ?? undefined }

/** One image of both: its own levels up to `firstLevel`, from there on those of the other, which must be smaller. */
function joinLevels(image: SlideImage, made: SlideImage, firstLevel: number): SlideImage {
  check(image, made, firstLevel)
  const levels: Level[] = [
    ...image.levels.slice(0, firstLevel),
    ...made.levels.map((level) => ({
      ...level,
      downsample: (image.width / level.width + image.height / level.height) / 2,
    })),
  ]
  const { name, width, height, mpp, objective, pixelType, bitDepth, samples, premultipliedAlpha, channels } =
    image
  const { sizeZ, sizeT, stepZ, stepT } = image
  return {
    name,
    width,
    height,
    mpp,
    objective,
    pixelType,
    bitDepth,
    samples,
    premultipliedAlpha,
    channels,
    sizeZ,
    sizeT,
    stepZ,
    stepT,
    levels,
    iccProfile: (signal) => image.iccProfile(signal),
    encodedTile: (level, ...rest) =>
      level < firstLevel ? image.encodedTile(level, ...rest) : made.encodedTile(level - firstLevel, ...rest),
    encodedTileNow: (level, ...rest) =>
      level < firstLevel
        ? image.encodedTileNow?.(level, ...rest)
        : made.encodedTileNow?.(level - firstLevel, ...rest),
    rawTile: (level, ...rest) =>
      level < firstLevel ? image.rawTile(level, ...rest) : made.rawTile(level - firstLevel, ...rest),
    rawTiles: (level, places, ...rest) => {
      const [from, own] = level < firstLevel ? [image, level] : [made, level - firstLevel]
      const each = () => places.map(({ x, y }) => from.rawTile(own, x, y, ...rest))
      return from.rawTiles?.(own, places, ...rest) ?? each()
    },
  }
}

function check(image: SlideImage, made: SlideImage, firstLevel: number): void {
  const wrong = (reason: string) => new SlideError('malformed', 'made levels', reason)
  const last = image.levels[firstLevel - 1]
  if (!Number.isInteger(firstLevel) || !last) {
    throw wrong(`begin at level ${firstLevel} of an image that has ${image.levels.length} of its own`)
  }
  if (made.width >= last.width && made.height >= last.height) {
    const before = `${last.width} × ${last.height} px`
    throw wrong(`are ${made.width} × ${made.height} px, not smaller than the ${before} before them`)
  }
  if (shapeOf(made) !== shapeOf(image)) throw wrong(`have ${shapeOf(made)}, the image has ${shapeOf(image)}`)
}

const shapeOf = ({ samples, pixelType, channels, sizeZ, sizeT }: SlideImage) =>
  `${samples} × ${pixelType}, ${channels.length} channels, ${sizeZ} z, ${sizeT} t`
