/** The middles of what is marked on both slides of a pair, in µm: near the corners, and in the middle. */
export const marks = [
  { x: 10, y: 10 },
  { x: 246, y: 10 },
  { x: 128, y: 96 },
  { x: 10, y: 182 },
  { x: 246, y: 182 },
]
/** In µm. */
export const markRadius = 3
/** Of both slides, in µm. */
export const markedSize = { width: 256, height: 192 }
/** µm in a pixel of each. */
export const markedScales = { fine: 0.25, coarse: 0.5 }
export type MarkedSlide = keyof typeof markedScales
