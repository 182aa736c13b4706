import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeJpeg } from '../../slides/src/codecs/jpeg.ts'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { aperioPages, writeSlideFile } from '../support/slide-file.ts'
import { makeTissueTiles } from '../support/slide-tiles.ts'

/** Of the large slide, at full resolution: as scanners make them of a section of 23 by 16 mm. */
export const largeSize = { width: 46_000, height: 32_900 }
/** Of the others; as many different ones as there are visits. */
const smallSize = { width: 3000, height: 2000 }

export interface SlideFiles {
  large: string
  small: string[]
}

/** A large slide and many small ones, as an Aperio scanner writes them: JPEG, levels at 1/4, 1/16 and 1/64. */
export async function writeSlides(folder: string, smallCount: number): Promise<SlideFiles> {
  await mkdir(folder)
  const tiles: Uint8Array[] = []
  for (const tile of makeTissueTiles(64, 'he')) {
    tiles.push(await encodeJpeg(tile, { quality: 75, subsampling: '4:2:0' }))
  }
  const kind = { compression: compressions.jpeg, photometric: photometrics.ycbcr, samples: 3, bits: 8 }
  const write = async (name: string, { width, height }: { width: number; height: number }) => {
    const path = join(folder, name)
    await writeSlideFile(path, aperioPages(width, height), kind, tiles)
    return path
  }
  const large = await write('large.svs', largeSize)
  const small: string[] = []
  for (let n = 0; n < smallCount; n += 1) {
    const [first] = small
    const path = first === undefined ? await write(smallName(n), smallSize) : join(folder, smallName(n))
    if (first !== undefined) await copyFile(first, path)
    small.push(path)
  }
  return { large, small }
}

/** Two large slides that can be laid on each other: the same, scanned twice. */
export async function writePair(folder: string): Promise<void> {
  const { large } = await writeSlides(folder, 0)
  await copyFile(large, join(folder, 'large-again.svs'))
}

/** In the order of their numbers, as the tray has them by name. */
const smallName = (n: number) => `small-${String(n + 1).padStart(3, '0')}.svs`
