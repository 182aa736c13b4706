import { createHash } from 'node:crypto'
import type { Detections, FoundThings } from '@cresyl/analysis'
import type { OutputOfKind } from '@cresyl/contract/predictors/predictor-manifest'
import { type Affine, applyAffine, type Point } from '@cresyl/contract/slides/affine'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'

/** Detections of a run, and what is needed to tell where each lies and what it is. */
export interface ThingsSource {
  detections: Pick<Detections, 'things'>
  /** Different for each run and output. */
  name: string
  output: OutputOfKind<'detections'>
  /** From the run's grid to pixels of full resolution. */
  toPixels: Affine
  /** µm of those; null where nobody knows. */
  mpp: Point | null
  /** What was measured in µm, where that is another. */
  madeScale?: MadeScale | null
}

export interface PlacedThing {
  id: string
  kind: OutputOfKind<'detections'>['classes'][number] | undefined
  /** In pixels of full resolution, to a hundredth. */
  at: Point
  outline: Point[]
  /** In the order of the manifest. */
  measurements: number[]
}

/** Everything that was found, tile by tile: however much there is, only one tile of it is held. */
export async function* placedThings(source: ThingsSource): AsyncGenerator<PlacedThing[]> {
  const idOf = numberIds(source.name)
  let before = 0
  for await (const { things } of source.detections.things()) {
    yield Array.from({ length: things.count }, (_, n) => placeThing(source, things, n, idOf(before + n)))
    before += things.count
  }
}

function placeThing({ output, toPixels }: ThingsSource, things: FoundThings, n: number, id: string) {
  const place = (x: number, y: number) => {
    const at = applyAffine(toPixels, { x, y })
    return { x: rounded(at.x, 2), y: rounded(at.y, 2) }
  }
  const [from, to] = [things.outlineStarts[n] as number, things.outlineStarts[n + 1] as number]
  const each = output.measurements.length
  return {
    id,
    kind: output.classes[things.classes[n] as number],
    at: place(things.x[n] as number, things.y[n] as number),
    outline: Array.from({ length: to - from }, (_, point) => {
      const at = 2 * (from + point)
      return place(things.outlines[at] as number, things.outlines[at + 1] as number)
    }),
    // Two digits more than are shown: they are to be computed with.
    measurements: output.measurements.map(({ digits }, index) =>
      rounded(things.measurements[n * each + index] as number, digits + 2),
    ),
  }
}

export function rounded(value: number, digits: number): number {
  const parts = 10 ** digits
  return Math.round(value * parts) / parts
}

export const measurementName = ({ label, unit }: { label: string; unit: string }): string =>
  unit === '' ? label : `${label} (${unit})`

/** UUIDs (version 8), as QuPath has them: the same thing has the same one in every file. */
function numberIds(name: string): (n: number) => string {
  const hash = createHash('sha256').update(name).digest('hex')
  const start = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-`
  return (n) => start + n.toString(16).padStart(12, '0')
}
