import {
  type CacheOptions,
  cachedSource,
  openFileSource,
  openHttpSource,
  openSlide,
  type Slide,
  SlideError,
  type SlideImage,
  type Source,
} from '@cresyl/slides'
import { joinLevels } from './join-levels.ts'

/** Where bytes lie, in words that another process understands too. */
export type SourceDescriptor =
  | { readonly kind: 'file'; readonly path: string }
  /** An address that answers range requests, such as a signed one. */
  | { readonly kind: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }

/** Which image of a file: `image 0` is the largest; `associated 0` the first of label, macro and thumbnail. */
export type ImagePart = `image ${number}` | `associated ${number}`

export interface ImageLocation {
  /** The same id means the same pixels: open images and results are kept by it. */
  readonly imageId: string
  /** What can be hostile: the images of one file share the children they may occupy, and their quarantine. */
  readonly fileId: string
  readonly source: SourceDescriptor
  readonly part: ImagePart
  /** Levels that the file lacks, as a pyramid of its own whose first level is this one of the image. */
  readonly madeLevels?: { readonly source: SourceDescriptor; readonly firstLevel: number } | undefined
}

export interface OpenImage {
  readonly image: SlideImage
  readonly slide: Slide
  /** About how much memory it holds. */
  readonly bytes: number
  close(): Promise<void>
}

export type OpenSource = (descriptor: SourceDescriptor, signal?: AbortSignal) => Promise<Source>

const MB = 1024 * 1024
const blockCache = { maxBytes: 8 * MB } satisfies CacheOptions

/** Opens what a descriptor tells; blocks of remote files are kept, at most 8 MB of each. */
export async function openDescribed(descriptor: SourceDescriptor, signal?: AbortSignal): Promise<Source> {
  if (descriptor.kind === 'file') return openFileSource(descriptor.path)
  const { url, headers = {} } = descriptor
  return cachedSource(await openHttpSource(url, { headers, signal }), blockCache)
}

/** Opens one image of a file, with the levels that were made for it. */
export async function openImage(
  location: ImageLocation,
  signal?: AbortSignal,
  openFrom: OpenSource = openDescribed,
): Promise<OpenImage> {
  const file = await openWhole(location.source, openFrom, signal)
  try {
    const image = imageAt(file.slide, location.part)
    if (!location.madeLevels) return { ...file, image }
    const { source, firstLevel } = location.madeLevels
    const made = await openWhole(source, openFrom, signal)
    const close = async () => void (await Promise.all([made.close(), file.close()]))
    try {
      const joined = joinLevels(image, imageAt(made.slide, 'image 0'), firstLevel)
      return { slide: file.slide, image: joined, bytes: file.bytes + made.bytes, close }
    } catch (error) {
      await made.close()
      throw error
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openWhole(descriptor: SourceDescriptor, openFrom: OpenSource, signal?: AbortSignal) {
  const source = await openFrom(descriptor, signal)
  try {
    const slide = await openSlide(source, { signal })
    const close = () => slide.close().finally(() => source.close())
    return { slide, close, bytes: weigh(slide) + (descriptor.kind === 'http' ? blockCache.maxBytes : 0) }
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
