import { parseTrestleDescription } from '../formats/trestle-description.ts'
import { number } from './allowed-values.ts'

/** Names of files, dates and users are not here. */
const keptPairs: Readonly<Record<string, RegExp>> = {
  'Background Color': /^[\da-f]{1,8}$/i,
  'Image Quality': number,
  'JPEG Quality': number,
  'Objective Power': number,
  OverlapsXY: /^[\d ]{1,1000}$/,
  'White Balance': /^[\da-f]{1,8}$/i,
}

/** The description of a Trestle TIFF with nothing but what is known to be technical. */
export function filterTrestleText(text: string): string {
  const kept = Object.entries(parseTrestleDescription(text).properties).filter(
    ([name, value]) => Object.hasOwn(keptPairs, name) && keptPairs[name]?.test(value),
  )
  // Readers look for the space behind the name of the overlaps.
  return kept.map(([name, value]) => `${name}=${name === 'OverlapsXY' ? ' ' : ''}${value};`).join('') || ';'
}
