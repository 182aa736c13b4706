import { errorAt, SlideError } from '../errors.ts'
import { openSlide } from '../open.ts'
import type { AssociatedImage, Slide, SlideImage } from '../slide.ts'
import { cachedSource } from '../source/cached-source.ts'
import { openFileSource } from '../source/file-source.ts'
import { openHttpSource } from '../source/http-source.ts'
import type { Source } from '../source/source.ts'
import { type OptionTable, UsageError } from './usage.ts'

/** Which of several images in a file. */
export const imageOption = {
  image: { kind: 'integer', value: 'N', minimum: 0, default: 0, help: 'which image of the file' },
} as const satisfies OptionTable

/** One of the small images beside the slide instead. */
export const associatedOption = {
  associated: {
    kind: 'text',
    value: 'KIND',
    choices: ['label', 'macro', 'thumbnail'],
    help: 'the label, macro or thumbnail instead of the slide',
  },
} as const satisfies OptionTable

/** Opens a path or an http(s) address for as long as `use` runs; errors in the file name it. */
export async function withSlide<Result>(
  place: string,
  signal: AbortSignal,
  use: (slide: Slide, source: Source) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(place, signal)
  try {
    const slide = await openSlide(source, { signal })
    return await use(slide, source)
  } catch (error) {
    throw naming(source.name, error)
  } finally {
    await source.close()
  }
}

/** Says which file, where the error doesn't yet. */
function naming(name: string, error: unknown): unknown {
  if (!(error instanceof SlideError) || error.structure === name) return error
  if (error.structure !== 'file') return errorAt(name, error)
  return new SlideError(error.code, name, error.reason, { cause: error })
}

async function openSource(place: string, signal: AbortSignal): Promise<Source> {
  if (place === '') throw new UsageError('FILE is empty.')
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(place) ?? []
  if (scheme === undefined) return openFileSource(place)
  if (!/^https?$/i.test(scheme))
    throw new UsageError(`${scheme}: addresses are not read, only http: and https:.`)
  return cachedSource(await openHttpSource(place, { signal }))
}

export function imageOf(slide: Slide, index: number, associated?: AssociatedImage['kind']): SlideImage {
  if (associated !== undefined) return associatedOf(slide, associated)
  const image = slide.images[index]
  if (image) return image
  const last = slide.images.length - 1
  const there = last === 0 ? 'image 0 only' : `images 0 to ${last}`
  throw new UsageError(`--image is ${index}, but the file has ${there}.`)
}

function associatedOf({ associated }: Slide, kind: AssociatedImage['kind']): SlideImage {
  const found = associated.find((one) => one.kind === kind)
  if (found) return found.image
  const kinds = associated.map((one) => one.kind).join(', ')
  throw new UsageError(`The file has no ${kind}${kinds ? `, only: ${kinds}` : ' and no other such image'}.`)
}
