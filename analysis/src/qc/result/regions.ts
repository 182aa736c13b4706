import type { QcRegion } from '@cresyl/contract/qc/qc-jobs'
import { type QcMeasureKey, type TileRange, toHeat } from '@cresyl/contract/qc/qc-measures'
import type { Mask } from '../../overview/look.ts'
import { type Component, labelComponents } from '../../tissue/components.ts'
import type { CheckPlan } from '../plan.ts'

const mostRegions = 50

/** µm² at which a region counts half as much as one of any size. */
const halfMicrometres2 = 250_000

/** A heat map as an overlay keeps it. */
export interface HeatMap extends Mask {
  readonly range: TileRange
  /** Tiles beyond this are faulty. */
  readonly limit: number
}

export interface Faulty {
  readonly key: QcMeasureKey
  readonly channel: number | null
  /** Where one is there, what it marks is faulty. */
  readonly mask?: Mask | undefined
  readonly heat?: HeatMap | undefined
}

/** The worst places of all measures, neighbours merged, in pixels of full resolution. The worst first. */
export function findRegions(faults: readonly Faulty[], plan: CheckPlan): QcRegion[] {
  return faults
    .flatMap((fault) => regionsOf(fault, plan))
    .sort((one, other) => other.severity - one.severity || one.y - other.y || one.x - other.x)
    .slice(0, mostRegions)
}

function regionsOf({ key, channel, mask, heat }: Faulty, plan: CheckPlan): QcRegion[] {
  const map = heat ?? mask
  if (!map) return []
  const { width, height, box } = map
  const badness = heat ? badnessOf(heat) : map.data
  const faulty = heat ? badness.map((value) => (value > 0 ? 255 : 0)) : map.data
  const labelled = labelComponents(faulty, width, height, 255)
  const sums = new Float64Array(labelled.components.length)
  labelled.forEachRun((component, from, to) => {
    for (let at = from; at < to; at += 1)
      sums[component] = (sums[component] as number) + (badness[at] as number)
  })
  const stepX = box.width / width
  const stepY = box.height / height
  const pixelArea = stepX * plan.scale.x * stepY * plan.scale.y
  return labelled.components.map((component, index) => {
    const area = component.area * pixelArea
    const depth = (sums[index] as number) / component.area / 255
    const severity = (0.5 + 0.5 * depth) * (area / (area + halfMicrometres2))
    return { key, channel, ...placeIn(component, map, plan), severity: Math.round(severity * 1000) / 1000 }
  })
}

/** How far each tile lies beyond the limit, 0 where it doesn't, 255 for the bad end of the scale. */
function badnessOf({ data, range, limit }: HeatMap): Uint8Array {
  const edge = toHeat(range, limit)
  const end = range.worse === 'low' ? 1 : 255
  const length = Math.max(1, Math.abs(end - edge))
  return data.map((heat) => {
    const beyond = range.worse === 'low' ? edge - heat : heat - edge
    return heat === 0 || beyond <= 0 ? 0 : Math.max(1, Math.round((255 * beyond) / length))
  })
}

function placeIn({ left, top, right, bottom }: Component, { box, width, height }: Mask, plan: CheckPlan) {
  const stepX = box.width / width
  const stepY = box.height / height
  const x = Math.floor(box.x + left * stepX)
  const y = Math.floor(box.y + top * stepY)
  const endX = Math.min(plan.width, Math.ceil(box.x + right * stepX))
  const endY = Math.min(plan.height, Math.ceil(box.y + bottom * stepY))
  return { x, y, width: Math.max(1, endX - x), height: Math.max(1, endY - y) }
}
