import { openFileSource } from '../../source/file-source.ts'
import { openTiff } from '../../tiff/open-tiff.ts'
import type { TiffDirectory } from '../../tiff/tiff.ts'

const tileOffsets = 324
const tileByteCounts = 325

export interface StoredTile {
  readonly position: number
  readonly bytes: string
}

/** Every tile as it is stored: directories in their order, each with its sub-directories. */
export async function readStoredTiles(path: string): Promise<StoredTile[][]> {
  const source = await openFileSource(path)
  try {
    const { directories } = await openTiff(source)
    const all: TiffDirectory[] = []
    for (const directory of directories) {
      all.push(directory, ...(directory.has(330) ? await directory.subDirectories() : []))
    }
    const tiles: StoredTile[][] = []
    for (const directory of all) {
      const positions = (await directory.numbers(tileOffsets)) ?? []
      const lengths = (await directory.numbers(tileByteCounts)) ?? []
      const stored: StoredTile[] = []
      for (const [index, position] of positions.entries()) {
        const bytes = await source.read(position, lengths[index] ?? 0)
        stored.push({ position, bytes: Buffer.from(bytes).toString('hex') })
      }
      tiles.push(stored)
    }
    return tiles
  } finally {
    await source.close()
  }
}
