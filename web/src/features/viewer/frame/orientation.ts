import { normalAngle, type Viewport } from '../../../engine/viewer/viewport.ts'

/** Of what is seen on the screen, clockwise, from −180 to 180; an image that is mirrored turns the other way. */
export function shownDegrees({ rotation, flipped }: Viewport): number {
  const degrees = (normalAngle(flipped ? -rotation : rotation) * 180) / Math.PI
  // −0 and −180 are nobody's words.
  const tidy = Math.round(degrees * 10) / 10 + 0
  return tidy === -180 ? 180 : tidy
}

/** Undefined where it is no angle. */
export function rotationOf(text: string, flipped: boolean): number | undefined {
  const degrees = Number(text.trim().replace(',', '.').replace('−', '-').replace('°', ''))
  if (text.trim() === '' || !Number.isFinite(degrees)) return undefined
  const angle = normalAngle((degrees * Math.PI) / 180)
  return flipped ? -angle : angle
}
