import { SlideError } from '../errors.ts'
import type { AssociatedImage } from '../slide.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'
import { eachNamedBlock } from './blocks.ts'
import type { ByteRanges } from './byte-ranges.ts'
import { readRawDirectory } from './raw-directory.ts'
import { staysAsItIs } from './technical-tags.ts'

/** Labels and overviews have some thousands at most. */
const mostBlocks = 1_000_000

/**
 * What must not be in the copy. All that isn't kept becomes zeros anyway; this is to notice where a file would have
 * something kept that reaches into it.
 */
export class DroppedBytes {
  readonly #file: TiffFile
  readonly #ranges: { readonly start: number; readonly end: number }[] = []
  /** Lengths of the blocks of dropped pages by their offset. */
  readonly #blocks = new Map<number, number>()
  readonly #names = new Set<string>()

  constructor(file: TiffFile) {
    this.#file = file
  }

  /** For people, each once. */
  get names(): string[] {
    return [...this.#names]
  }

  name(what: string): void {
    this.#names.add(what)
  }

  add(start: number, end: number): void {
    this.#ranges.push({ start, end })
  }

  /** A block of a dropped page that is one of a kept page too shows nothing that isn't shown anyway. */
  share(offset: number, length: number): void {
    if (this.#blocks.get(offset) === length) this.#blocks.delete(offset)
  }

  /** All directories but those kept. */
  async addPagesWithout(
    kept: ReadonlySet<number>,
    kinds: ReadonlyMap<number, AssociatedImage['kind']>,
    signal?: AbortSignal,
  ): Promise<void> {
    const seen = new Set<number>()
    const visit = async (directory: TiffDirectory) => {
      if (seen.has(directory.offset)) return
      seen.add(directory.offset)
      if (!kept.has(directory.offset)) {
        const kind = kinds.get(directory.offset)
        this.name(kind ? `${kind} (${directory.label})` : directory.label)
        await unlessBroken(() => this.#addPage(directory, signal))
      }
      await unlessBroken(async () => {
        for (const below of await directory.subDirectories(signal)) await visit(below)
      })
    }
    for (const directory of this.#file.directories) await visit(directory)
  }

  async #addPage({ offset, label }: TiffDirectory, signal?: AbortSignal): Promise<void> {
    const raw = await readRawDirectory(this.#file, offset, signal)
    for (const { tag, type, count, inline, offset, length } of raw.entries) {
      if (!inline && !staysAsItIs(tag, type, count)) this.add(offset, offset + length)
    }
    const addBlock = (offset: number, length: number) => {
      this.#blocks.set(offset, length)
      if (this.#blocks.size > mostBlocks) {
        throw new SlideError(
          'unsupported',
          label,
          `is none of the scan but has more than ${mostBlocks} blocks`,
        )
      }
    }
    await eachNamedBlock(this.#file, raw, addBlock, signal)
  }

  checkApartFrom(kept: ByteRanges): void {
    const check = (start: number, end: number) => {
      if (!kept.overlaps(start, end)) return
      const reason = `has pixels of the scan that overlap what must be removed, at byte ${start}`
      throw new SlideError('unsupported', 'TIFF', reason)
    }
    for (const { start, end } of this.#ranges) check(start, end)
    for (const [offset, length] of this.#blocks) check(offset, offset + length)
  }
}

/** A page that can't be read is dropped whole, whatever is wrong with it. */
async function unlessBroken(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const broken = ['malformed', 'truncated', 'too_large']
    if (!(error instanceof SlideError && broken.includes(error.code))) throw error
  }
}
