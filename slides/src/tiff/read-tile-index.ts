import type { Source } from '../source/source.ts'
import { numbersInPage } from './lazy-numbers.ts'
import { looksLikeTiff, openTiff } from './open-tiff.ts'
import { tags } from './tags.ts'
import type { TiffDirectory } from './tiff.ts'

const lists = [tags.tileOffsets, tags.tileByteCounts, tags.stripOffsets, tags.stripByteCounts]

/**
 * Reads where the tiles of all pages lie and what they have in common, just as it is read when tiles are asked for:
 * so that whatever stands between reader and file sees all of it. Short lists first, which are those of the small
 * levels. Files that aren't TIFF have nothing more than what opening them reads.
 */
export async function readTileIndex(source: Source, signal?: AbortSignal): Promise<void> {
  if (!looksLikeTiff(await source.read(0, Math.min(4, source.size), signal))) return
  const { directories } = await openTiff(source, signal)
  const all: TiffDirectory[] = []
  for (const directory of directories) await addTo(all, directory, signal)
  for (const directory of all) await directory.bytes(tags.jpegTables, signal)
  const wanted = all.flatMap((directory) =>
    lists.map((tag) => ({ directory, tag, count: directory.count(tag) })),
  )
  for (const { directory, tag, count } of wanted.sort((a, b) => a.count - b.count)) {
    for (let index = 0; index < count; index += numbersInPage) await directory.numberAt(tag, index, signal)
  }
}

async function addTo(all: TiffDirectory[], directory: TiffDirectory, signal?: AbortSignal): Promise<void> {
  all.push(directory)
  for (const each of await directory.subDirectories(signal)) await addTo(all, each, signal)
}
