import { SlideError } from '../errors.ts'
import { readLayout, storedBlockBytes } from '../tiff/layout.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'
import { type RawDirectory, type RawEntry, readNumbersFrom } from './raw-directory.ts'

type AddBlock = (offset: number, length: number) => void

/** The tiles or strips that a reader may read of a page, as far as the file has them. */
export async function eachBlock(
  file: TiffFile,
  directory: TiffDirectory,
  raw: RawDirectory,
  add: AddBlock,
  signal?: AbortSignal,
): Promise<void> {
  // A page that doesn't say what kind its samples are is read as of the kind of the first.
  const sampleFormat = await file.directories[0]?.number(tags.sampleFormat, signal)
  const layout = await readLayout(directory, signal, { palette: 'indices', sampleFormat })
  if (layout.codec === 'oldJpeg') {
    const reason =
      'uses old-style JPEG, parts of which may lie anywhere in the file; convert it to another compression'
    throw new SlideError('unsupported', directory.label, reason)
  }
  const { format, across, down, width, height, blockWidth, blockHeight, tiled } = layout
  const planes = format.apart ? format.storedSamples : 1
  const inPlane = layout.cutFromOneStrip ? 1 : across * down
  const rowsOf = (index: number) => {
    if (layout.cutFromOneStrip) return height
    const row = Math.floor((index % inPlane) / across)
    return tiled ? blockHeight : Math.min(blockHeight, height - row * blockHeight)
  }
  const computed = layout.cutFromOneStrip || layout.byteCountsTag === undefined
  const lengthOf = (index: number) => storedBlockBytes(format, tiled ? blockWidth : width, rowsOf(index))
  const lists = {
    offsets: entryOf(raw, layout.offsetsTag),
    lengths: computed ? lengthOf : entryOf(raw, layout.byteCountsTag),
  }
  await readBlocks(file, lists, inPlane * planes, add, signal)
}

/** The blocks that a directory names, whether or not they can be read; for pages that aren't kept. */
export async function eachNamedBlock(
  file: TiffFile,
  raw: RawDirectory,
  add: AddBlock,
  signal?: AbortSignal,
): Promise<void> {
  const offsets = entryOf(raw, tags.tileOffsets) ?? entryOf(raw, tags.stripOffsets)
  const lengths = entryOf(raw, tags.tileByteCounts) ?? entryOf(raw, tags.stripByteCounts)
  const count = Math.min(offsets?.count ?? 0, lengths?.count ?? 0)
  await readBlocks(file, { offsets, lengths }, count, add, signal)
}

const entryOf = (raw: RawDirectory, tag: number | undefined): RawEntry | undefined =>
  raw.entries.find((entry) => entry.tag === tag)

interface BlockLists {
  readonly offsets: RawEntry | undefined
  readonly lengths: RawEntry | ((index: number) => number) | undefined
}

async function readBlocks(
  file: TiffFile,
  { offsets, lengths }: BlockLists,
  count: number,
  add: AddBlock,
  signal?: AbortSignal,
): Promise<void> {
  if (!offsets || !lengths) return
  for (let first = 0; first < count; ) {
    const starts = await readNumbersFrom(file, offsets, first, signal)
    const given =
      typeof lengths === 'function' ? undefined : await readNumbersFrom(file, lengths, first, signal)
    if (starts.length === 0) return
    for (let index = 0; index < Math.min(starts.length, count - first); index++) {
      const offset = starts[index] as number
      const length = given ? (given[index] ?? 0) : (lengths as (index: number) => number)(first + index)
      // A block at 0 or of no bytes is left out by the file.
      if (offset > 0 && length > 0 && offset < file.source.size) {
        add(offset, Math.min(length, file.source.size - offset))
      }
    }
    first += starts.length
  }
}
