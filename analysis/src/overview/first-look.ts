import type { SlideImage } from '@cresyl/slides'
import { countMarked } from '../tissue/count-marked.ts'
import { findBubbles } from '../tissue/find-bubbles.ts'
import { findInk } from '../tissue/find-ink.ts'
import { findSignal } from '../tissue/find-signal.ts'
import { findTissue } from '../tissue/find-tissue.ts'
import { findGlass } from '../tissue/glass.ts'
import type { BrightfieldOverview, FluorescenceOverview, Look, Mask } from './look.ts'
import { modalityOf } from './modality.ts'
import { nuclearChannelOf } from './nuclear-channel.ts'
import { toRgb } from './pixels.ts'
import type { OverviewPlan } from './plan-overview.ts'
import type { RawOverview } from './read-overview.ts'

/** Everything that follows from the overview alone: what kind of image it is, its glass, and where tissue lies. */
export function lookAtOverview(
  image: SlideImage,
  { overview: { grid } }: OverviewPlan,
  raw: RawOverview,
): Look {
  const { width, height, unknown } = raw
  const micrometres = Math.sqrt(grid.micrometresX * grid.micrometresY)
  const box = { x: 0, y: 0, width: width * grid.stepX, height: height * grid.stepY }
  const withTissue = (data: Uint8Array) => {
    const tissue: Mask = { width, height, data, box }
    return { tissue, tissuePixels: countMarked(data) }
  }
  if (modalityOf(image, raw) === 'brightfield') {
    const rgb = rgbOf(image, raw)
    const picture = { width, height, rgb, unknown }
    const glass = findGlass(picture)
    const overview: BrightfieldOverview = { ...picture, modality: 'brightfield', glass }
    const { whole, rims } = findBubbles(picture, glass, micrometres)
    const ink = findInk(picture, glass, micrometres)
    // The rim of a large bubble is as wide and as black as a stroke.
    for (let pixel = 0; pixel < ink.length; pixel += 1) if (rims[pixel]) ink[pixel] = 0
    const toMask = (data: Uint8Array): Mask => ({ width, height, data, box })
    return {
      ...withTissue(findTissue(picture, glass, micrometres, { ink, rims })),
      ...{ modality: 'brightfield', overview, ink: toMask(ink), bubbles: toMask(whole) },
    }
  }
  const planes = raw.planes.map((plane) => (raw.samples === 3 ? brightest(plane) : floatsOf(plane)))
  const overview: FluorescenceOverview = { modality: 'fluorescence', width, height, unknown, planes }
  const signal = findSignal(planes, unknown, width, height, micrometres)
  const nuclearChannel = nuclearChannelOf(image.channels)
  return { modality: 'fluorescence', overview, nuclearChannel, ...withTissue(signal) }
}

function rgbOf(image: SlideImage, { planes, samples, width, height }: RawOverview): Uint8Array {
  const [data = new Uint8Array(0)] = planes
  const pixelType = data instanceof Uint8Array ? 'u8' : 'f32'
  const bitDepth = samples === 3 ? 8 : image.bitDepth
  return toRgb({ data, width, height, samples, pixelType }, bitDepth)
}

const floatsOf = (plane: Uint8Array | Float32Array): Float32Array =>
  plane instanceof Float32Array ? plane : Float32Array.from(plane)

function brightest(rgb: Uint8Array | Float32Array): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, pixel) =>
    Math.max(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0),
  )
}
