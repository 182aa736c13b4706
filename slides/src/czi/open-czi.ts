import type { Slide } from '../slide.ts'
import { SharedCache } from '../source/shared-cache.ts'
import type { Source } from '../source/source.ts'
import { readAttachments } from './attachments.ts'
import { cziImage } from './czi-image.ts'
import { readDirectory } from './directory.ts'
import { readMetadata } from './metadata.ts'
import { groupScenes } from './scenes.ts'
import { readHeader } from './segments.ts'
import type { SubblockRows } from './subblock.ts'

export { looksLikeCzi } from './segments.ts'

const keptBytes = 64 * 1024 * 1024

/** A Zeiss CZI: one image a scene. The source stays open when the slide is closed: who opened it closes it. */
export async function openCzi(source: Source, signal?: AbortSignal): Promise<Slide> {
  const header = await readHeader(source, signal)
  const [table, metadata, attachments] = await Promise.all([
    readDirectory(source, header.directoryPosition, signal),
    readMetadata(source, header.metadataPosition, signal),
    readAttachments(source, header.attachmentsPosition, signal),
  ])
  const decoded = new SharedCache<number, SubblockRows>(keptBytes, ({ data }) => data.byteLength)
  const file = { source, table, metadata, decoded }
  const { properties } = metadata.slide
  const attached = attachments.map(({ name, type }) => `${name} (${type})`).join(', ')
  return {
    vendor: 'zeiss',
    images: groupScenes(table).map((scene) => cziImage(file, scene)),
    associated: [],
    metadata: {
      ...metadata.slide,
      remarks: table.remarks,
      properties: attached ? { ...properties, Attachments: attached } : properties,
    },
    async close() {
      decoded.clear()
    },
  }
}
