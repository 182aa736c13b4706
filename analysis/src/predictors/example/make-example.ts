import type { ManifestOutput } from '@cresyl/contract/predictors/predictor-manifest'
import { checkParams } from '@cresyl/contract/predictors/predictor-params'
import { type Channel, compositeChannels, type PixelData } from '@cresyl/slides'
import type { InputTile, Predictor, Produced } from '../../inference/predictor.ts'
import { readInputTile } from '../../inference/read-tile.ts'
import { openRun, prepareRun } from '../../inference/run.ts'
import { rgbOf } from './colours.ts'
import { drawOutlines } from './draw-outlines.ts'
import { madeImage } from './made-image.ts'

/** Pixels at the predictor's µm a pixel. */
export const exampleSize = { width: 320, height: 240 } as const
/** Share of a mask's colour over what it lies on. */
const maskOpacity = 0.45

export interface ExamplePicture {
  readonly label: string
  /** RGB, of `exampleSize` unless another was asked for. */
  readonly data: Uint8Array
}

export interface PredictorExample {
  readonly before: ExamplePicture
  readonly after: readonly ExamplePicture[]
  /** µm of a pixel. */
  readonly mpp: number
  /** Of this part, by the manifest's keys; null where there was nothing to tell it from. */
  readonly scores: Readonly<Record<string, number | null>>
}

interface Size {
  readonly width: number
  readonly height: number
}

const stains = { he: 'H&E', ihc: 'Haematoxylin and DAB', fluorescence: 'Fluorescence' } as const

/** What a predictor makes of tissue that is painted, carried out as on a slide. The same every time. */
export async function makeExample(predictor: Predictor, size: Size = exampleSize): Promise<PredictorExample> {
  const { manifest } = predictor
  const { image, region, stain } = madeImage(manifest, size)
  const channels = manifest.input.channels.map(({ role }) => (role === 'nuclear' ? 0 : 1))
  const options = {
    mpp: image.mpp ?? { x: 1, y: 1 },
    channels,
    region,
    z: 0,
    t: 0,
    params: checkParams(manifest, {}).values,
  }
  const run = openRun(image, predictor, options, await prepareRun(image, predictor, options))
  const input = await readInputTile(run, { x: 0, y: 0, ...size }, run.plan.halo)
  const before = pictureOf(
    input,
    size,
    channels.map((channel) => image.channels[channel] as Channel),
  )
  const produced = run.compute(input)
  return {
    before: { label: stains[stain], data: before },
    after: manifest.outputs.flatMap((output) => picturesOf(output, produced, { ...size, data: before })),
    mpp: run.settings.mpp,
    scores: predictor.score(produced.tallies, run.settings),
  }
}

/** As it is looked at, without the halo. */
function pictureOf(
  { width, halo, planes, samples }: InputTile,
  size: Size,
  channels: readonly Channel[],
): Uint8Array {
  const inner = planes.map((plane) => {
    const data = plane.slice(0, size.width * size.height * samples)
    for (let row = 0; row < size.height; row += 1) {
      const from = ((row + halo) * width + halo) * samples
      data.set(plane.subarray(from, from + size.width * samples), row * size.width * samples)
    }
    return data
  })
  if (samples === 3) return inner[0] as Uint8Array
  const tiles = inner.map((data) => ({ ...size, samples: 1, pixelType: 'u16', data }) as const)
  const displays = inner.map((data, channel) => ({
    channel,
    color: channels[channel]?.color ?? 0xffffff,
    window: [0, largestOf(data)] as const,
  }))
  return compositeChannels(tiles, displays).data as Uint8Array
}

const largestOf = (data: PixelData): number => {
  let most = 1
  for (const value of data) most = Math.max(most, value)
  return most
}

/** None of a score: that is no picture; none of a channel that has nothing in it. */
function picturesOf(
  output: ManifestOutput,
  { pixels, things }: Produced,
  before: Size & { readonly data: Uint8Array },
): ExamplePicture[] {
  const planes = output.kind === 'score' ? [] : (pixels[output.key] ?? [])
  switch (output.kind) {
    case 'image': {
      if (output.pixels === 'rgb') return [{ label: output.label, data: planes[0] as Uint8Array }]
      return output.channels.flatMap(({ label, color }, index) => {
        const plane = planes[index]
        return plane?.some((value) => value > 0) ? [{ label, data: coloured(plane, color) }] : []
      })
    }
    case 'mask':
      return [{ label: output.label, data: painted(before.data, planes[0] as Uint8Array, output.classes) }]
    case 'heatmap':
      return [{ label: output.label, data: coloured(planes[0] as Uint8Array, '#ffb000') }]
    case 'detections': {
      const found = things[output.key]
      if (found === undefined) return []
      const colors = output.classes.map(({ color }) => color)
      return [{ label: output.label, data: drawOutlines(before, found, colors).data }]
    }
    default:
      return []
  }
}

/** The more, the more of the colour, as far as there is any; white where there is none. */
function coloured(plane: Uint8Array, color: string): Uint8Array {
  const full = rgbOf(color)
  const most = largestOf(plane)
  const data = new Uint8Array(3 * plane.length)
  for (let at = 0; at < data.length; at += 1) {
    const share = (plane[Math.floor(at / 3)] as number) / most
    data[at] = Math.round(255 + share * ((full[at % 3] as number) - 255))
  }
  return data
}

function painted(
  before: Uint8Array,
  mask: Uint8Array,
  classes: readonly { readonly color: string }[],
): Uint8Array {
  const colours = classes.map(({ color }) => rgbOf(color))
  return before.map((value, at) => {
    const color = colours[(mask[Math.floor(at / 3)] as number) - 1]
    return color ? Math.round(value + maskOpacity * ((color[at % 3] as number) - value)) : value
  })
}
