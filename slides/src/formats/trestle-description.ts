/** What the ImageDescription of a Trestle TIFF says: `name=value` with semicolons between them. */
export interface TrestleDescription {
  readonly objective?: number | undefined
  /** Pixels that tiles share with their neighbours, for each level. */
  readonly overlaps: readonly { readonly x: number; readonly y: number }[]
  readonly properties: Readonly<Record<string, string>>
}

/** Files have some ten, and as many levels. */
const mostPairs = 200

export function parseTrestleDescription(text: string): TrestleDescription {
  const properties = Object.fromEntries(text.split(';', mostPairs).flatMap(parsePair))
  const objective = Number(properties['Objective Power'] || Number.NaN)
  const numbers = (properties.OverlapsXY ?? '')
    .split(/\s+/, 2 * mostPairs)
    .filter((part) => part !== '')
    .map(Number)
  const overlaps = Array.from({ length: Math.floor(numbers.length / 2) }, (_, level) => ({
    x: numbers[2 * level] as number,
    y: numbers[2 * level + 1] as number,
  }))
  return {
    objective: objective > 0 && Number.isFinite(objective) ? objective : undefined,
    overlaps,
    properties,
  }
}

function parsePair(pair: string): [string, string][] {
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals).trim()
  return equals < 0 || name === '' ? [] : [[name, pair.slice(equals + 1).trim()]]
}
