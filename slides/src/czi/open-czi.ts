import type { Slide } from '../slide.ts'
import { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import { type AttachedImages, openAttachedImages, readAttachments, readTimeStamps } from './attachments.ts'
import { cziImage } from './czi-image.ts'
import { readDirectory } from './directory.ts'
import { evenStep, readMetadata } from './metadata.ts'
import { groupScenes } from './scenes.ts'
import { readHeader } from './segments.ts'
import type { SubblockRows } from './subblock.ts'

export { looksLikeCzi } from './segments.ts'

const keptBytes = 64 * 1024 * 1024
const nothingAttached: AttachedImages = { associated: [], remarks: [], close: async () => {} }

/**
 * A Zeiss CZI: an image for each scene, and one for all of them. The source stays open when the slide is closed: who
 * opened it closes it.
 */
export const openCzi = (source: Source, signal?: AbortSignal): Promise<Slide> => open(source, true, signal)

/** Labels and previews are files of this kind too, and have none of their own. */
async function open(source: Source, withAttached: boolean, signal: AbortSignal | undefined): Promise<Slide> {
  const header = await readHeader(source, signal)
  const [table, described, attachments] = await Promise.all([
    readDirectory(source, header.directoryPosition, signal),
    readMetadata(source, header.metadataPosition, signal),
    readAttachments(source, header.attachmentsPosition, signal),
  ])
  const scenes = groupScenes(table)
  const needsTimes = described.stepT === undefined && scenes.some(({ t }) => t.length > 1)
  const times = needsTimes ? await readTimeStamps(source, attachments, signal) : undefined
  const metadata = times ? { ...described, stepT: evenStep(times) } : described
  const decoded = new SharedCache<number, SubblockRows>(keptBytes, ({ data }) => data.byteLength)
  const images = scenes.map((scene) => cziImage({ source, table, metadata, decoded }, scene))
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
      remarks: [...table.remarks, ...attached.remarks],
      properties: names ? { ...properties, Attachments: names } : properties,
    },
    async close() {
      decoded.clear()
      await attached.close()
    },
  }
}
