import { type TileRange, toHeat } from '@cresyl/contract/qc/qc-measures'
import { type ColourMapName, colourAt, maskColours, type Rgb } from './colour-maps.ts'
import type { Overlay, OverlayLook } from './overlay.ts'

/** Red, green, blue and how opaque, of each of the 256 numbers. */
export type Lookup = Uint8ClampedArray<ArrayBuffer>

/** Where a number stands between good, 0, and bad, 1. */
export function badnessOf({ worse }: Pick<TileRange, 'worse'>, heat: number): number {
  const along = (heat - 1) / 254
  return worse === 'low' ? 1 - along : along
}

/** Whether a number lies beyond a value: the same as quality control counts. */
export function isBeyond(range: TileRange, heat: number, limit: number): boolean {
  const edge = toHeat(range, limit)
  return range.worse === 'low' ? heat < edge : heat > edge
}

/** What colours depend on, wherever the numbers lie. */
type Meaning<Kind = Overlay> = Kind extends Overlay ? Omit<Kind, 'pyramid' | 'space'> : never

/** How opaque the whole is lies with whoever draws it: here is only what is there and what isn't. */
export function lookupOf(overlay: Meaning, look: Pick<OverlayLook, 'colours' | 'limit'>): Lookup {
  const lookup: Lookup = new Uint8ClampedArray(4 * 256)
  for (let heat = 1; heat < 256; heat++) {
    lookup.set(colourOf(overlay, look, heat), 4 * heat)
  }
  return lookup
}

function colourOf(overlay: Meaning, look: Pick<OverlayLook, 'colours' | 'limit'>, heat: number): number[] {
  switch (overlay.kind) {
    case 'mask':
      return maskColour(overlay.tone, heat)
    case 'heatmap':
      return heatColour(overlay, look, heat)
    case 'classes':
      return classColour(overlay.colours[heat - 1])
  }
}

/** A number that no class has is not drawn. */
const classColour = (colour: Rgb | undefined) => (colour ? [...colour, 255] : [0, 0, 0, 0])

/** Coarse levels of a mask say how much of a pixel it covers. */
const maskColour = (tone: keyof typeof maskColours, heat: number) => [...maskColours[tone], heat]

function heatColour(
  { range }: { range: TileRange },
  { colours, limit }: { colours: ColourMapName; limit: number | null },
  heat: number,
): number[] {
  const isShown = limit === null || isBeyond(range, heat, limit)
  return [...colourAt(colours, badnessOf(range, heat)), isShown ? 255 : 0]
}

/** Pixels as a canvas takes them. */
export function coloured(values: Uint8Array, lookup: Lookup): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * values.length)
  const words = new Uint32Array(pixels.buffer)
  const table = new Uint32Array(lookup.buffer)
  for (let at = 0; at < values.length; at++) {
    // biome-ignore lint/style/noNonNullAssertion: a byte is always in a table of 256
    words[at] = table[values[at]!]!
  }
  return pixels
}
