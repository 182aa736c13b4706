import { openSlide, type Slide, SlideError } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { makeSidecar } from '../../platform/tiles/header-sidecar.ts'
import { openDescribed, type SourceDescriptor } from '../../platform/tiles/image-location.ts'
import { explained, originOf } from './explain-slide-error.ts'
import { describeImage, type ImageDescription, type SlideDescription, storable } from './slide-description.ts'

export interface DescribeInput {
  readonly source: SourceDescriptor
  /** Bytes that it had when it was stored or registered. */
  readonly size: number
  /** Also gives what opening it reads, as an object of its own. */
  readonly withHeader: boolean
}

export interface DescribeOutput {
  readonly slide: SlideDescription
  readonly header: Uint8Array | null
}

/** In a sandbox: opens the file by its content and says what is in it. No pixel is decoded. */
export const run: SandboxRun<DescribeInput, DescribeOutput> = ({ source: descriptor, size, withHeader }) =>
  explained(originOf(descriptor), async () => {
    const source = await openDescribed(descriptor)
    if (source.size !== size) throw changed(size, source.size)
    if (size === 0) throw new SlideError('truncated', 'it', 'is empty')
    const slide = await openSlide(source)
    return {
      slide: await describe(slide),
      header: withHeader ? await makeSidecar(source) : null,
    }
  })

async function describe(slide: Slide): Promise<SlideDescription> {
  const images: ImageDescription[] = []
  for (const [index, image] of slide.images.entries()) {
    images.push(await describeImage(image, { part: `image ${index}`, kind: 'source' }))
  }
  for (const [index, { kind, image }] of slide.associated.entries()) {
    images.push(await describeImage(image, { part: `associated ${index}`, kind }))
  }
  const { scannedAt } = slide.metadata
  return {
    vendor: slide.vendor,
    scannedAt: scannedAt === undefined ? null : storable(scannedAt, 100),
    metadata: metadataOf(slide),
    images,
    warnings: (slide.warnings ?? []).map(({ message }) => storable(message)),
  }
}

/** More than anyone reads would only make every list of images slow. */
const mostCharacters = 200_000
const longestValue = 10_000

function metadataOf({ metadata }: Slide): Record<string, string> {
  const { scanner = {}, properties } = metadata
  const own = Object.entries(scanner).map(([name, value]) => [`scanner.${name}`, value] as const)
  const kept: [string, string][] = []
  let room = mostCharacters
  for (const [name, value] of [...own, ...Object.entries(properties)]) {
    if (value === undefined || value === '') continue
    const entry: [string, string] = [storable(name), storable(value, longestValue)]
    room -= entry[0].length + entry[1].length
    if (room < 0) break
    kept.push(entry)
  }
  return Object.fromEntries(kept)
}

const changed = (before: number, now: number) =>
  new JobFailure(
    `This file has changed since it was registered: it had ${before.toLocaleString('en')} bytes and has ${now.toLocaleString('en')} now. If it is still being copied, wait until that is done; then read it again.`,
  )
