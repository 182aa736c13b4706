import { SlideError } from '../errors.ts'
import { eachBlock } from './blocks.ts'
import { ByteRanges } from './byte-ranges.ts'
import { describePages } from './describe-pages.ts'
import { DroppedBytes } from './dropped-bytes.ts'
import { keepEntries } from './keep-entries.ts'
import { NewLayout, type Patch } from './new-layout.ts'
import { type NewEntry, readRawDirectory, tableBytes, writePointers, writeTable } from './raw-directory.ts'
import type { ScanPages } from './scan-pages.ts'

/** What the copy is made of: bytes of the file that stay, bytes that are new, and zeros everywhere else. */
export interface CopyPlan {
  readonly size: number
  readonly kept: ByteRanges
  /** In the order of the file; none of them overlap. */
  readonly patches: readonly Patch[]
  /** Where the directories of the file lie in the copy. */
  readonly positions: ReadonlyMap<number, number>
  /** For people: pages and tags that the copy doesn't have, or only in parts. */
  readonly dropped: readonly string[]
}

interface KeptDirectory {
  readonly offset: number
  /** Of the main chain. */
  readonly main: boolean
  readonly entries: readonly NewEntry[]
  readonly position: number
}

export async function planCopy(scan: ScanPages, signal?: AbortSignal): Promise<CopyPlan> {
  const { file } = scan
  const pages = [
    ...scan.images.flatMap(({ pages }) => pages.map(({ directory }) => directory)),
    ...scan.thumbnails,
  ]
  const keptOffsets = new Set(pages.map(({ offset }) => offset))
  const chain = file.directories.filter(({ offset }) => keptOffsets.has(offset))
  const chained = new Set(chain.map(({ offset }) => offset))
  const below = pages.filter(({ offset }) => !chained.has(offset))
  const kept = new ByteRanges()
  const dropped = new DroppedBytes(file)
  for (const kind of scan.inTexts) dropped.name(`${kind} (ImageDescription)`)
  await dropped.addPagesWithout(keptOffsets, scan.others, signal)

  const layout = new NewLayout(file.source.size, file.big)
  const descriptions = await describePages(scan, chain, signal)
  const directories: KeptDirectory[] = []
  for (const directory of new Map([...chain, ...below].map((page) => [page.offset, page])).values()) {
    const main = chained.has(directory.offset)
    const raw = await readRawDirectory(file, directory.offset, signal)
    dropped.add(raw.offset, raw.end)
    const description = descriptions.get(directory.offset)
    const entries = await keepEntries(
      { file, directory, raw, description, keptOffsets: main ? keptOffsets : new Set() },
      { kept, dropped, layout },
      signal,
    )
    const keepBlock = (offset: number, length: number) => {
      dropped.share(offset, length)
      kept.add(offset, offset + length)
    }
    await eachBlock(file, directory, raw, keepBlock, signal)
    const room = tableBytes(entries.length, file.big)
    const fits = room <= raw.end - raw.offset
    directories.push({ offset: raw.offset, main, entries, position: fits ? raw.offset : layout.append(room) })
  }
  writeChain(scan, directories, layout, dropped)
  dropped.checkApartFrom(kept)
  return {
    size: layout.size,
    kept,
    patches: inOrder(layout.patches),
    positions: new Map(directories.map(({ offset, position }) => [offset, position])),
    dropped: dropped.names,
  }
}

/** The directories with their pointers to the next, and the header with that to the first. */
function writeChain(
  { file }: ScanPages,
  directories: readonly KeptDirectory[],
  layout: NewLayout,
  dropped: DroppedBytes,
): void {
  const chain = directories.filter(({ main }) => main)
  const [first] = chain
  if (!first) throw new SlideError('unsupported', 'TIFF', 'has its scan in no page of its own')
  const nextOf = new Map(chain.map((directory, index) => [directory, chain[index + 1]?.position ?? 0]))
  for (const directory of directories) {
    const table = writeTable(directory.entries, nextOf.get(directory) ?? 0, file)
    layout.write(directory.position, table)
  }
  const start = file.big ? 8 : 4
  const header = new Uint8Array(start)
  header.set(file.bigEndian ? [0x4d, 0x4d, 0] : [0x49, 0x49])
  header[file.bigEndian ? 3 : 2] = file.big ? 43 : 42
  if (file.big) header[file.bigEndian ? 5 : 4] = 8
  const pointer = writePointers([first.position], file)
  layout.write(0, header)
  layout.write(start, pointer)
  dropped.add(0, start + pointer.length)
}

function inOrder(patches: readonly Patch[]): Patch[] {
  const sorted = patches.toSorted((a, b) => a.offset - b.offset)
  for (const [index, { offset }] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before && before.offset + before.bytes.length > offset) {
      const reason = `has directories or texts that overlap at byte ${offset}, which can't be told apart`
      throw new SlideError('unsupported', 'TIFF', reason)
    }
  }
  return sorted
}
