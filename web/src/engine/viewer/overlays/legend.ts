import { fromHeat, type TileRange, toHeat } from '@cresyl/contract/qc/qc-measures'
import { type ColourMapName, colourAt, type Rgb } from './colour-maps.ts'
import { badnessOf } from './lookup.ts'

/** A strip of colours from the lowest value at the left to the highest. */
export interface Legend {
  readonly stops: readonly { readonly at: number; readonly colour: Rgb }[]
  /** Round values, and where they stand between 0 and 1. */
  readonly ticks: readonly { readonly at: number; readonly value: number }[]
}

const stopCount = 16

export function legendOf(range: TileRange, colours: ColourMapName): Legend {
  const stops = Array.from({ length: stopCount + 1 }, (_, index) => {
    const at = index / stopCount
    return { at, colour: colourAt(colours, badnessOf(range, 1 + 254 * at)) }
  })
  return { stops, ticks: ticksOf(range).map((value) => ({ value, at: placeOnLegend(range, value) })) }
}

/** Where a value stands on the strip, from 0 to 1. */
export const placeOnLegend = (range: TileRange, value: number): number => (toHeat(range, value) - 1) / 254

/** The value at a place of the strip. */
export const valueOnLegend = (range: TileRange, at: number): number => fromHeat(range, 1 + 254 * at)

function ticksOf({ low, high, scale }: TileRange): number[] {
  if (scale === 'linear') return [0, 0.25, 0.5, 0.75, 1].map((part) => low + part * (high - low))
  const first = Math.ceil(Math.log10(low) - 1e-9)
  const last = Math.floor(Math.log10(high) + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, step) => Number(`1e${first + step}`))
}
