import type { PixelTile } from '../pixels.ts'
import { createPyramid } from '../write/create-pyramid.ts'
import { brightGlass } from './brightfield.ts'
import { cutTile } from './cut-tile.ts'
import { FractalNoise, smoothStep } from './noise.ts'
import { hashAt, seedFor } from './seeded.ts'
import { diaminobenzidine, eosin, hematoxylin } from './stains.ts'

export interface SectionOptions {
  /** The same tissue for the same number. */
  readonly seed: number
  readonly stain: 'he' | 'ihc'
  /** Of the slide in pixels, and µm of one. */
  readonly width: number
  readonly height: number
  readonly mpp: number
  /** About how large the tissue is, in µm; its middle is at (0, 0) of its own plane. */
  readonly size: number
  /** From µm of the slide to µm of the tissue's plane: x′ = a·x + b·y + c, y′ = d·x + e·y + f. */
  readonly toTissue: readonly [number, number, number, number, number, number]
  /** Sections that follow each other differ in single cells and in what a sensor sees: another number, other noise. */
  readonly cut: number
}

/**
 * One of the serial sections of a block, as seen from afar: lobes with holes, crowded in parts. Sections of the same
 * seed show the same tissue wherever they lie and whatever they are stained with, so that it is known how one lies on
 * another. Without single nuclei, which `createTissue` draws, it takes next to no time.
 */
export function drawSection(options: SectionOptions): PixelTile {
  const { seed, stain, width, height, mpp, size, toTissue, cut } = options
  const [a, b, c, d, e, f] = toTissue
  const amountsAt = fieldsOf(seedFor(seed, 'section'), cut, stain, size, mpp)
  const sensor = seedFor(seed, `sensor ${cut}`)
  const data = new Uint8Array(width * height * 3)
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 3) {
      const [x, y] = [(column + 0.5) * mpp, (row + 0.5) * mpp]
      const { blue, pink, brown } = amountsAt(a * x + b * y + c, d * x + e * y + f)
      for (let sample = 0; sample < 3; sample += 1) {
        const density =
          blue * (hematoxylin[sample] as number) +
          pink * (eosin[sample] as number) +
          brown * (diaminobenzidine[sample] as number)
        const noise = (hashAt(sensor + sample, column, row) % 7) - 3
        const light = (brightGlass[sample] as number) * 10 ** -density + noise
        data[at + sample] = Math.max(0, Math.min(255, Math.round(light)))
      }
    }
  return { width, height, samples: 3, pixelType: 'u8', data }
}

/** How much of each stain there is at a place of the tissue's plane, as optical density (log10). */
function fieldsOf(seed: number, cut: number, stain: SectionOptions['stain'], size: number, mpp: number) {
  const noise = (what: number, features: number, octaves: number) => {
    const fractal = new FractalNoise(seed + what, octaves)
    return (x: number, y: number) => fractal.at((features * x) / size, (features * y) / size)
  }
  const [lobes, holes, crowds] = [noise(0, 3, 3), noise(1000, 7, 2), noise(2000, 11, 4)]
  const [connective, labels] = [noise(4000, 9, 3), noise(5000, 5, 2)]
  const single = new FractalNoise(seed + 3000 + 100 * cut, 2)
  return (x: number, y: number) => {
    const edge = 0.5 - Math.hypot(x, 1.35 * y) / size + 0.22 * lobes(x, y)
    const hole = 0.09 - 0.3 * holes(x, y)
    const cover = smoothStep(-mpp / 2, mpp / 2, Math.min(edge, hole) * size)
    if (cover === 0) return { blue: 0, pink: 0, brown: 0 }
    const crowd = Math.max(0, Math.min(1, 0.45 + 1.3 * crowds(x, y)))
    const own = 0.2 * single.at(x / (3 * mpp), y / (3 * mpp))
    const nuclear = cover * Math.max(0, 0.1 + 0.5 * crowd + own)
    const fibres = cover * Math.max(0, 0.3 + 0.25 * connective(x, y))
    if (stain === 'he') return { blue: nuclear, pink: fibres, brown: 0 }
    const labelled = cover * Math.max(0, labels(x, y)) * crowd
    return { blue: 0.6 * nuclear + 0.1 * fibres, pink: 0, brown: 0.7 * labelled + 0.08 * fibres }
  }
}

const side = 256

/** The same as a file with its pyramid, without loss. */
export async function writeSection(path: string, options: SectionOptions): Promise<void> {
  const { width, height, mpp } = options
  const drawn = drawSection(options)
  const writer = await createPyramid(path, {
    width,
    height,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    tileSize: side,
    compression: { kind: 'deflate' },
    mpp: { x: mpp, y: mpp },
    background: brightGlass,
  })
  for (let y = 0; y < height; y += side)
    for (let x = 0; x < width; x += side) {
      const size = { width: Math.min(side, width - x), height: Math.min(side, height - y) }
      await writer.writeTile(x / side, y / side, cutTile(drawn, x, y, size.width, size.height))
    }
  await writer.finish()
}
