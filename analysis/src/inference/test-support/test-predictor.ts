import { type PredictorManifest, predictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { testManifest } from '@cresyl/contract/test-support/test-manifest'
import type { FoundThings, InputTile, Predictor, Produced } from '../predictor.ts'

const reach = 3

/**
 * Looks `reach` pixels around each pixel, finds bright points, and counts tissue: whatever is cut wrongly shows. It
 * learns the mean of all samples and adds it to nothing, so that runs can be told apart.
 */
export function testPredictor(input: Partial<PredictorManifest['input']> = {}): Predictor {
  const manifest = predictorManifest.parse({
    ...testManifest({ modality: 'fluorescence', mpp: 0.5, tile: 512, halo: reach, region: 'all', ...input }),
    outputs: [
      {
        kind: 'image',
        key: 'mean',
        label: 'Mean',
        pixels: 'channels',
        virtual: true,
        channels: [
          { label: 'Mean', color: '#ffffff' },
          { label: 'Same', color: '#00ff00' },
        ],
      },
      {
        kind: 'detections',
        key: 'points',
        label: 'Points',
        classes: [
          { key: 'left', label: 'Left', color: '#ff0000' },
          { key: 'right', label: 'Right', color: '#0000ff' },
        ],
        measurements: [{ key: 'value', label: 'Value', unit: '', digits: 0 }],
      },
      { kind: 'score', key: 'tissue', label: 'Tissue', unit: '%', digits: 1 },
    ],
  })
  const counts = manifest.input.joining === 'crop'
  return {
    manifest,
    learn: (samples) => ({ samples: samples.length }),
    prepare: () => (tile) => computeTile(tile, counts),
    score: ({ tissue = 0, all = 0 }) => ({ tissue: all === 0 ? null : (100 * tissue) / all }),
  }
}

function computeTile({ width, height, halo, planes, tissue }: InputTile, counts: boolean): Produced {
  const [plane = new Uint8Array(0)] = planes
  const at = (x: number, y: number) => plane[y * width + x] as number
  const inner = { width: width - 2 * halo, height: height - 2 * halo }
  const mean = new Uint8Array(inner.width * inner.height)
  const same = new Uint8Array(mean.length)
  const found: { x: number; y: number; value: number }[] = []
  let tissuePixels = 0
  const side = 2 * reach + 1
  // Of the rows around, column by column: the sum of some columns is then that around a pixel.
  const columns = new Uint32Array(width)
  for (let y = 0; y < inner.height; y += 1) {
    const top = y + halo - reach
    columns.fill(0)
    for (let row = top; row < top + side; row += 1)
      for (let x = 0; x < width; x += 1) columns[x] = (columns[x] as number) + at(x, row)
    for (let x = 0; x < inner.width; x += 1) {
      const left = x + halo - reach
      let sum = 0
      for (let column = left; column < left + side; column += 1) sum += columns[column] as number
      const value = at(x + halo, y + halo)
      mean[y * inner.width + x] = Math.round(sum / side ** 2)
      same[y * inner.width + x] = value
      if (value > 200 && isBrightest(left, top, value)) found.push({ x: x + 0.5, y: y + 0.5, value })
      if (tissue[(y + halo) * width + x + halo]) tissuePixels += 1
    }
  }

  function isBrightest(left: number, top: number, value: number): boolean {
    let asBright = 0
    for (let row = top; row < top + side; row += 1)
      for (let column = left; column < left + side; column += 1) if (at(column, row) >= value) asBright += 1
    return asBright === 1
  }

  const pixels = { mean: [mean, same] }
  if (!counts) return { pixels, things: {}, tallies: {} }
  return { pixels, things: { points: squares(found) }, tallies: { tissue: tissuePixels, all: mean.length } }
}

function squares(found: readonly { x: number; y: number; value: number }[]): FoundThings {
  return {
    count: found.length,
    x: Float64Array.from(found, ({ x }) => x),
    y: Float64Array.from(found, ({ y }) => y),
    classes: Uint8Array.from(found, ({ value }) => Number(value % 2 === 0)),
    measurements: Float32Array.from(found, ({ value }) => value),
    outlineStarts: Uint32Array.from({ length: found.length + 1 }, (_, n) => 4 * n),
    outlines: Float32Array.from(
      found.flatMap(({ x, y }) => [x - 1, y - 1, x + 1, y - 1, x + 1, y + 1, x - 1, y + 1]),
    ),
  }
}
