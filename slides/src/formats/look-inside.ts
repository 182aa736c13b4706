import type { Source } from '../source/source.ts'
import { quoted } from '../xml/quoted.ts'
import { type ArchiveEntry, archiveEntries } from './archive-entries.ts'
import { kindByAnyWord } from './associated-kind.ts'
import { recognise } from './signatures.ts'

/** A part of a file that may be a slide of its own. */
export interface InnerPart {
  readonly offset: number
  readonly size: number
  /** For people: `scan.tif`, `a TIFF at byte 4096`. */
  readonly name: string
}

export interface Inside {
  /** For people, what was found: after the words for what the file begins with. */
  words(): string
  /** What may be opened, in the order in which it should be tried. */
  parts(signal?: AbortSignal): AsyncGenerator<InnerPart>
}

/**
 * Looks for slides within a file of no known format: in an archive whose entries are not compressed, or a TIFF that
 * begins somewhere in it.
 */
export async function lookInside(source: Source, head: Uint8Array, signal?: AbortSignal): Promise<Inside> {
  const entries = await archiveEntries(source, head, signal)
  if (entries) return insideArchive(entries)
  const known = recognise(head)
  // What is known to be something else is no container; text may be the header of one.
  if (known !== undefined && !texts.includes(known)) return { words: () => '', parts: noParts }
  return insideUnknown(source, known === undefined ? ', and nothing known was found in it' : '')
}

const texts: readonly string[] = ['plain text', 'an XML file']

async function* noParts(): AsyncGenerator<InnerPart> {}

/** Of entries' names, so that the sentence can be read. */
const shownCharacters = 100
const placesShown = 6
const mostTried = 16

function insideArchive(entries: readonly ArchiveEntry[]): Inside {
  return {
    words() {
      if (entries.length === 0) return ', in which no entry could be read'
      const names = [quoted(entries[0]?.name ?? '')]
      for (const { name } of entries.slice(1)) {
        if (names.join(', ').length + quoted(name).length > shownCharacters) break
        names.push(quoted(name))
      }
      const more = entries.length > names.length ? ' and others' : ''
      const count = entries.length === 1 ? 'one entry' : `${entries.length} entries`
      return ` with ${count}: ${names.join(', ')}${more}; unpack it to upload the slides in it`
    },
    async *parts(signal) {
      const largest = entries
        .filter(({ name, locate }) => locate !== undefined && kindByAnyWord(name) === undefined)
        .sort((a, b) => b.size - a.size)
      for (const { name, locate, size } of largest.slice(0, mostTried)) {
        const offset = await locate?.(signal)
        if (offset !== undefined) yield { offset, size, name: quoted(name) }
      }
    },
  }
}

/** How far a TIFF is looked for, and in what pieces. */
const searchedBytes = 64 * 1024 * 1024
const pieceBytes = 1024 * 1024
/** Of the header of a TIFF: enough to tell it from any bytes. */
const headerBytes = 16
/** What TIFF and BigTIFF begin with in either byte order. */
const marks = ['II*\0', 'II+\0', 'MM\0*', 'MM\0+']

function insideUnknown(source: Source, nothing: string): Inside {
  const found: number[] = []
  return {
    words() {
      if (found.length === 0) return nothing
      const places = found.slice(0, placesShown).join(', ')
      return `, in which TIFF files seem to begin at byte ${places}; none of them could be opened as a slide`
    },
    async *parts(signal) {
      for await (const offset of tiffHeaders(source, signal)) {
        found.push(offset)
        if (found.length > mostTried) return
        yield { offset, size: source.size - offset, name: `a TIFF at byte ${offset}` }
      }
    },
  }
}

async function* tiffHeaders(source: Source, signal?: AbortSignal): AsyncGenerator<number> {
  const end = Math.min(source.size, searchedBytes)
  for (let start = 0; start + headerBytes <= end; start += pieceBytes) {
    // Pieces overlap by a header, so that none is cut through.
    const length = Math.min(pieceBytes + headerBytes - 1, end - start)
    const piece = Buffer.from(await source.read(start, length, signal))
    for (const mark of marks) {
      for (let at = piece.indexOf(mark, 0, 'latin1'); at >= 0; at = piece.indexOf(mark, at + 1, 'latin1')) {
        const offset = start + at
        const header = piece.subarray(at, at + headerBytes)
        const isWhole = at < pieceBytes && header.length === headerBytes
        if (offset > 0 && isWhole && pointsInto(header, source.size - offset)) yield offset
      }
    }
  }
}

/** Whether the header names a first directory that lies in the file. */
function pointsInto(header: Buffer, size: number): boolean {
  const little = header[0] === 0x49
  const big = header[little ? 2 : 3] === 43
  const first = big
    ? Number(little ? header.readBigUInt64LE(8) : header.readBigUInt64BE(8))
    : little
      ? header.readUInt32LE(4)
      : header.readUInt32BE(4)
  return first >= 8 && first < size
}
