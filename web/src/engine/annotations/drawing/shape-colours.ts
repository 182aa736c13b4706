import type { Shape } from '../content/shape.ts'
import type { ColourBy } from '../tools/tools-state.ts'

/** Of what has no class; dark enough for white glass, light enough for black. */
export const unclassified = '#7A1FD1'

/** For people, in the order in which they are met. */
const people = ['#6B2FA0', '#1F77B4', '#D9480F', '#2B8A3E', '#C2255C', '#0B7285', '#A16207', '#364FC7']

export const colourOf = (shape: Shape, by: ColourBy): string =>
  by === 'class' ? (shape.classification?.color ?? unclassified) : personColour(shape.author?.id)

function personColour(id: string | undefined): string {
  if (id === undefined) return unclassified
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return people[sum % people.length] ?? unclassified
}
