import type { SlideImage } from '@cresyl/slides'
import { labelComponents } from '../tissue/components.ts'
import { countMarked } from '../tissue/count-marked.ts'
import { dilate } from '../tissue/distance.ts'
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
    const ink = findInk(picture, glass, micrometres)
    const { whole, rims } = findBubbles(picture, glass, ink, micrometres)
    clearRims(ink, rims, width, height, micrometres)
    const toMask = (data: Uint8Array): Mask => ({ width, height, data, box })
    return {
      ...withTissue(findTissue(picture, glass, micrometres, { ink, rims })),
      modality: 'brightfield',
      overview,
      ink: toMask(ink),
      bubbles: toMask(whole),
    }
  }
  const planes = raw.planes.map((plane) => (raw.samples === 3 ? brightest(plane) : floatsOf(plane)))
  const overview: FluorescenceOverview = { modality: 'fluorescence', width, height, unknown, planes }
  const signal = findSignal(planes, unknown, width, height, micrometres)
  const nuclearChannel = nuclearChannelOf(image.channels)
  return { modality: 'fluorescence', overview, nuclearChannel, ...withTissue(signal) }
}

/** µm around a rim that its soft edge may reach. */
const rimEdgeMicrometres = 16
/** Share of a stroke that lies on rims if it is none. */
const leastOnRims = 0.5

/** The rims of bubbles are as wide and as black as strokes: what lies along them is no ink. */
function clearRims(
  ink: Uint8Array,
  rims: Uint8Array,
  width: number,
  height: number,
  micrometres: number,
): void {
  if (!ink.includes(255) || !rims.includes(255)) return
  const edges = dilate(rims, width, height, Math.round(rimEdgeMicrometres / micrometres))
  const labelled = labelComponents(ink, width, height, 255)
  labelled.components.forEach(({ area }, index) => {
    let onRims = 0
    labelled.forEachRunOf(index, (from, to) => {
      onRims += countMarked(edges, from, to)
    })
    if (onRims >= leastOnRims * area) labelled.fill(ink, index, 0)
  })
}

function rgbOf(image: SlideImage, { planes, samples, width, height }: RawOverview): Uint8Array {
  const [data = new Uint8Array(0)] = planes
  const pixelType = data instanceof Uint8Array ? 'u8' : 'f32'
  const bitDepth = samples === 3 ? 8 : image.bitDepth
  return toRgb({ data, width, height, samples, pixelType }, { bitDepth })
}

const floatsOf = (plane: Uint8Array | Float32Array): Float32Array =>
  plane instanceof Float32Array ? plane : Float32Array.from(plane)

function brightest(rgb: Uint8Array | Float32Array): Float32Array {
  return Float32Array.from({ length: rgb.length / 3 }, (_, pixel) =>
    Math.max(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0),
  )
}
