import { SlideError } from '../errors.ts'
import type { Slide, SlideImage } from '../slide.ts'
import { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import { type AttachedImages, openAttachedImages, readAttachments, readTimeStamps } from './attachments.ts'
import { cziImage } from './czi-image.ts'
import { readDirectory, recoverDirectory, type SubblockTable } from './directory.ts'
import { evenStep, nothingDescribed, readMetadata } from './metadata.ts'
import { groupScenes } from './scenes.ts'
import { readHeader } from './segments.ts'
import type { SubblockRows } from './subblock.ts'

export { looksLikeCzi } from './segments.ts'

const keptBytes = 64 * 1024 * 1024
const nothingAttached: AttachedImages = { associated: [], warnings: [], close: async () => {} }

/**
 * A Zeiss CZI: an image for each scene, and one for all of them. The source stays open when the slide is closed: who
 * opened it closes it.
 */
export const openCzi = (source: Source, signal?: AbortSignal): Promise<Slide> => open(source, true, signal)

/** Labels and previews are files of this kind too, and have none of their own. */
async function open(source: Source, withAttached: boolean, signal: AbortSignal | undefined): Promise<Slide> {
  const header = await readHeader(source, signal)
  const warnings: SlideError[] = []
  /** What a slide can be shown without, when it is damaged. */
  const unlessDamaged = <Value>(reading: Promise<Value>, without: Value): Promise<Value> =>
    reading.catch((error: unknown) => {
      if (!isDamage(error)) throw error
      warnings.push(error)
      return without
    })
  const [table, described, attachments] = await Promise.all([
    readOrRecover(source, header.directoryPosition, signal),
    unlessDamaged(readMetadata(source, header.metadataPosition, signal), nothingDescribed),
    unlessDamaged(readAttachments(source, header.attachmentsPosition, signal), []),
  ])
  const scenes = groupScenes(table)
  const needsTimes = described.stepT === undefined && scenes.some(({ t }) => t.length > 1)
  const times = needsTimes ? await readTimeStamps(source, attachments, signal) : undefined
  const metadata = times ? { ...described, stepT: evenStep(times) } : described
  const decoded = new SharedCache<number, SubblockRows>(keptBytes, ({ data }) => data.byteLength)
  const file = { source, table, metadata, decoded }
  const images = unlessUnsupported(
    scenes.map((scene) => () => cziImage(file, scene)),
    warnings,
  )
  const nested = (part: Source, partSignal?: AbortSignal) => open(part, false, partSignal)
  const attached = withAttached
    ? await openAttachedImages(source, attachments, nested, signal)
    : nothingAttached
  const { properties } = metadata.slide
  const names = attachments.map(({ name, type }) => `${name} (${type})`).join(', ')
  return {
    vendor: 'zeiss',
    images,
    associated: attached.associated,
    metadata: {
      ...metadata.slide,
      properties: names ? { ...properties, Attachments: names } : properties,
    },
    warnings: [...table.warnings, ...warnings, ...attached.warnings],
    async close() {
      decoded.clear()
      await attached.close()
    },
  }
}

/** Leaves out images that can't be read where there are others. */
function unlessUnsupported(all: readonly (() => SlideImage)[], warnings: SlideError[]): SlideImage[] {
  const errors: SlideError[] = []
  const images = all.flatMap((open) => {
    try {
      return open()
    } catch (error) {
      if (!(error instanceof SlideError && error.code === 'unsupported')) throw error
      errors.push(error)
      return []
    }
  })
  if (images.length === 0 && errors[0]) throw errors[0]
  warnings.push(...new Map(errors.toReversed().map((error) => [error.reason, error])).values())
  return images
}

async function readOrRecover(
  source: Source,
  position: number,
  signal: AbortSignal | undefined,
): Promise<SubblockTable> {
  try {
    return await readDirectory(source, position, signal)
  } catch (error) {
    const recovered = isDamage(error) ? await recoverDirectory(source, signal) : undefined
    if (recovered) return recovered
    throw error
  }
}

const isDamage = (error: unknown): error is SlideError =>
  error instanceof SlideError && ['malformed', 'truncated', 'too_large'].includes(error.code)
