import type { PixelTile } from '../../pixels.ts'
import { memorySource } from '../../source/memory-source.ts'
import type { Source } from '../../source/source.ts'
import { openTiff } from '../open-tiff.ts'
import { openPage } from '../page.ts'
import type { PageOptions, TiffPage } from '../tiff.ts'
import { makeTiff } from './make-tiff.ts'
import { readRegion } from './read-region.ts'
import type { TestPage, TestTiff } from './test-page.ts'

/** The first page of a file. */
export async function openFirst(bytes: Uint8Array, options: PageOptions = {}): Promise<TiffPage> {
  const file = await openTiff(memorySource(bytes))
  const [first] = file.directories
  if (!first) throw new Error('no directory')
  return openPage(file, first, undefined, options)
}

export const openMade = async (page: TestPage, file: Partial<TestTiff> = {}, options: PageOptions = {}) =>
  openFirst(await makeTiff({ ...file, pages: [page] }), options)

export const readWhole = (page: TiffPage, sample?: number): Promise<PixelTile> =>
  readRegion(page, 0, 0, page.width, page.height, sample)

export interface CountingSource extends Source {
  readonly counted: { reads: number; bytes: number }
}

/** Counts what is read. */
export function countingSource(source: Source): CountingSource {
  const counted = { reads: 0, bytes: 0 }
  return {
    name: source.name,
    size: source.size,
    counted,
    async read(offset, length, signal) {
      counted.reads++
      counted.bytes += length
      return source.read(offset, length, signal)
    },
    close: () => source.close(),
  }
}
