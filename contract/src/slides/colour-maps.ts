export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * From good to bad, at equal steps. Each is ordered by lightness alone, so that whoever cannot tell colours apart, and a
 * grey print, shows the same order: a test holds them to it.
 */
const stops = {
  /** Pale to dark red: what is bad stands out, what is good hardly covers the tissue. ColorBrewer's YlOrRd. */
  heat: ['#FFFFCC', '#FFEDA0', '#FED976', '#FEB24C', '#FD8D3C', '#FC4E2A', '#E31A1C', '#BD0026', '#800026'],
  viridis: [
    '#440154',
    '#472D7B',
    '#3B528B',
    '#2C728E',
    '#21918C',
    '#28AE80',
    '#5EC962',
    '#ADDC30',
    '#FDE725',
  ],
  cividis: [
    '#00204D',
    '#00336F',
    '#39486B',
    '#575C6D',
    '#707173',
    '#8A8779',
    '#A69D75',
    '#C4B56C',
    '#E4CF5B',
    '#FFEA46',
  ],
} as const satisfies Record<string, readonly string[]>

export type ColourMapName = keyof typeof stops
export const colourMapNames = Object.keys(stops) as [ColourMapName, ...ColourMapName[]]
export const usualColourMap: ColourMapName = 'heat'

/** Of masks, on white glass, on a stain and on black alike. */
export const maskColours = {
  /** Where something is wrong. */
  fault: [227, 26, 28],
  /** Where something was found that belongs there. */
  found: [0, 114, 178],
} as const satisfies Record<string, Rgb>

/** The colour at a place between 0, good, and 1, bad. */
export function colourAt(name: ColourMapName, place: number): Rgb {
  const colours = stops[name].map(rgbOf)
  const along = Math.min(Math.max(place, 0), 1) * (colours.length - 1)
  const first = Math.min(Math.floor(along), colours.length - 2)
  const [from, to] = [colours[first], colours[first + 1]]
  if (from === undefined || to === undefined) throw new RangeError(`${name} has fewer than two colours.`)
  const mixed = (part: 0 | 1 | 2) => Math.round(from[part] + (along - first) * (to[part] - from[part]))
  return [mixed(0), mixed(1), mixed(2)]
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** How a tile of a heat map or mask can be coloured: a mask has one colour, as opaque as it covers a pixel. */
export const tileColourings = [...colourMapNames, 'mask'] as const
export type TileColouring = (typeof tileColourings)[number]

/** Red, green, blue and how opaque of each value from 0, which is nothing, to 255; `reverse`: the greatest is good. */
export function colourTable(name: TileColouring, reverse = false): Uint8Array {
  const table = new Uint8Array(4 * 256)
  for (let value = 1; value < 256; value += 1) {
    const place = (value - 1) / 254
    const colour =
      name === 'mask' ? [...maskColours.fault, value] : [...colourAt(name, reverse ? 1 - place : place), 255]
    table.set(colour, 4 * value)
  }
  return table
}
