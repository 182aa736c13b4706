import type { QcOutlines } from '@cresyl/contract/qc/qc-jobs'
import { measureOf, type QcMeasureKey, shareBeyond, toHeat } from '@cresyl/contract/qc/qc-measures'
import type { Mask } from '../../overview/look.ts'
import type { Accumulator, Check, Found } from '../measure.ts'
import type { FoundOverlay, PlacedMeasurement, QcFinding } from './finding.ts'
import { outlineMask } from './outlines.ts'
import { countNinths, placeOf } from './place.ts'
import { type Faulty, findRegions, type HeatMap } from './regions.ts'

const tooLittle = 'There is too little tissue to measure it on.'

/** Puts together what all measures found. */
export function assembleFinding(
  version: number,
  check: Check,
  accumulators: Readonly<Record<string, Accumulator>>,
): QcFinding {
  const { plan } = check
  const measurements: PlacedMeasurement[] = []
  const overlays: FoundOverlay[] = []
  const faults: Faulty[] = []
  const outlines: Partial<Record<QcMeasureKey, QcOutlines>> = {}
  for (const [name, accumulator] of Object.entries(accumulators)) {
    // The tables of measures have no other keys.
    const key = name as QcMeasureKey
    for (const found of accumulator.finish()) {
      const heat = found.cells && heatOf(key, found.cells, check)
      const { channel, mask } = found
      measurements.push(measurementOf(key, found, heat, check))
      if (heat) overlays.push(overlayOf(key, channel, 'heatmap', heat))
      if (mask) {
        overlays.push(overlayOf(key, channel, 'mask', mask))
        outlines[key] = outlineMask(mask, key)
      }
      if (key !== 'tissue' && found.value !== 0) faults.push({ key, channel, mask, heat })
    }
  }
  const { grid } = plan.overview
  return {
    version,
    modality: check.modality,
    assumptions: plan.assumptions,
    tissueArea: plan.scale.isKnown ? check.tissuePixels * grid.micrometresX * grid.micrometresY : null,
    measurements,
    overlays,
    regions: findRegions(faults, plan),
    outlines,
  }
}

function heatOf(key: QcMeasureKey, values: Float32Array, { plan: { cells } }: Check): HeatMap | undefined {
  const { tiles: range, limits } = measureOf(key)
  if (!range || limits.tileFail === undefined) throw new Error(`${key} has cells, but no scale for them`)
  const data = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : toHeat(range, value)))
  if (data.every((heat) => heat === 0)) return undefined
  const { width, height } = cells
  const box = { x: 0, y: 0, width: width * cells.stepX, height: height * cells.stepY }
  return { width, height, data, box, range, limit: limits.tileFail }
}

function measurementOf(
  key: QcMeasureKey,
  { channel, value = null, unmeasured, mask }: Found,
  heat: HeatMap | undefined,
  { tissue }: Check,
): PlacedMeasurement {
  if (heat) {
    const tileCounts = new Array<number>(256).fill(0)
    for (const each of heat.data) tileCounts[each] = (tileCounts[each] as number) + 1
    const { width, height, data, range, limit } = heat
    const edge = toHeat(range, limit)
    const isFaulty = (each: number) => each > 0 && (range.worse === 'low' ? each < edge : each > edge)
    const faulty = data.map((each) => (isFaulty(each) ? 1 : 0))
    const [bad, all] = [countNinths(width, height, faulty), countNinths(width, height, data)]
    const share = shareBeyond(range, tileCounts, limit)
    return { key, channel, value: share, tileCounts, where: placeOf(bad, all), unmeasured: null }
  }
  const where = mask && key !== 'tissue' ? placeOf(ninthsOf(mask), ninthsOf(tissue)) : null
  const reason = value === null ? (unmeasured ?? tooLittle) : null
  return { key, channel, value, tileCounts: null, where, unmeasured: reason }
}

const ninthsOf = ({ width, height, data }: Mask) => countNinths(width, height, data)

const overlayOf = (
  key: QcMeasureKey,
  channel: number | null,
  kind: FoundOverlay['kind'],
  { width, height, data, box }: Mask,
): FoundOverlay => ({ key, channel, kind, width, height, pixels: data, box })
