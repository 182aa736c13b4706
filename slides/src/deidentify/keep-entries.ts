import { readText } from '../tiff/field-values.ts'
import { fieldSize, fieldTypes, tagName, tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'
import type { ByteRanges } from './byte-ranges.ts'
import type { DroppedBytes } from './dropped-bytes.ts'
import type { NewLayout } from './new-layout.ts'
import { type NewEntry, type RawDirectory, type RawEntry, readValue, writePointers } from './raw-directory.ts'
import { keptTexts, removedName, staysAsItIs } from './technical-tags.ts'

export interface KeptPage {
  readonly file: TiffFile
  readonly directory: TiffDirectory
  readonly raw: RawDirectory
  /** What its ImageDescription becomes; undefined where it gets none. */
  readonly description: string | undefined
  /** Directories that may stay below it. */
  readonly keptOffsets: ReadonlySet<number>
}

interface CopyParts {
  readonly kept: ByteRanges
  readonly dropped: DroppedBytes
  readonly layout: NewLayout
}

/** Longer ones are no names of makers and programs. */
const longestText = 1024

/** The entries of a page in the copy; notes which of their values stay and which go. */
export async function keepEntries(
  page: KeptPage,
  { kept, dropped, layout }: CopyParts,
  signal?: AbortSignal,
): Promise<NewEntry[]> {
  const entries: NewEntry[] = []
  for (const entry of page.raw.entries) {
    const { tag, type, count, offset, length, inline } = entry
    const remove = () => {
      if (!inline) dropped.add(offset, offset + length)
    }
    if (tag === tags.imageDescription) {
      remove()
      await nameDescription(page, entry, dropped, signal)
    } else if (tag === tags.subIfds) {
      remove()
      entries.push(...(await keepSubDirectories(page, entry, layout, signal)))
    } else if (staysAsItIs(tag, type, count)) {
      entries.push({ tag, type, count, value: inline ?? { offset } })
      if (!inline) kept.add(offset, offset + length)
    } else {
      remove()
      const text = await keepText(page.file, entry, signal)
      if (text) entries.push(textEntry(tag, text, layout, inline ? undefined : entry))
      if (!text || text.length < length - 1) dropped.name(removedName(tag))
    }
  }
  if (page.description) {
    const old = page.raw.entries.find(({ tag, inline }) => tag === tags.imageDescription && !inline)
    entries.push(textEntry(tags.imageDescription, page.description, layout, old))
  }
  return entries
}

async function nameDescription(
  { file, description }: KeptPage,
  entry: RawEntry,
  dropped: DroppedBytes,
  signal?: AbortSignal,
): Promise<void> {
  if (description === undefined) dropped.name(tagName(entry.tag))
  else if (withoutSpace(readText(await readValue(file, entry, signal))) !== withoutSpace(description)) {
    dropped.name(`parts of ${tagName(entry.tag)}`)
  }
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '')

async function keepText(file: TiffFile, entry: RawEntry, signal?: AbortSignal): Promise<string | undefined> {
  const keep = keptTexts.get(entry.tag)
  if (!keep || entry.type !== fieldTypes.ascii || entry.length > longestText) return undefined
  return keep(readText(await readValue(file, entry, signal)))
}

function textEntry(tag: number, text: string, layout: NewLayout, old: RawEntry | undefined): NewEntry {
  const bytes = Buffer.from(`${text}\0`)
  return { tag, type: fieldTypes.ascii, count: bytes.length, value: layout.place(bytes, old) }
}

async function keepSubDirectories(
  { file, directory, keptOffsets }: KeptPage,
  entry: RawEntry,
  layout: NewLayout,
  signal?: AbortSignal,
): Promise<NewEntry[]> {
  const offsets = ((await directory.numbers(tags.subIfds, signal)) ?? []).filter((offset) =>
    keptOffsets.has(offset),
  )
  if (offsets.length === 0) return []
  const pointer = writePointers(offsets, file)
  const width = pointer.length / offsets.length
  const type = fieldSize(entry.type) === width ? entry.type : file.big ? fieldTypes.ifd8 : fieldTypes.ifd
  const old = entry.inline ? undefined : entry
  return [{ tag: entry.tag, type, count: offsets.length, value: layout.place(pointer, old) }]
}
