import { normalAngle, type Viewport } from '../viewport.ts'

/** Signs that addresses keep as they are: between figures, and between channels. */
export const figureSign = '_'
export const listSign = '*'

/** "12034.5_8000_2.5", then the angle in degrees where it is turned, and "f" where it is mirrored. */
export function viewportText({ center, resolution, rotation, flipped }: Viewport): string {
  const degrees = rounded((normalAngle(rotation) * 180) / Math.PI, 2)
  return [
    rounded(center.x, 2),
    rounded(center.y, 2),
    Number(resolution.toPrecision(6)),
    ...(degrees !== 0 || flipped ? [degrees] : []),
    ...(flipped ? ['f'] : []),
  ].join(figureSign)
}

/** Null where it is none. */
export function readViewport(text: string): Viewport | null {
  const parts = text.split(figureSign)
  const flipped = parts.at(-1) === 'f'
  const [x, y, resolution, degrees = 0, ...rest] = (flipped ? parts.slice(0, -1) : parts).map(figureOf)
  if (x == null || y == null || resolution == null || degrees === null || rest.length > 0) return null
  if (resolution <= 0 || Math.abs(x) > farthest || Math.abs(y) > farthest) return null
  return { center: { x, y }, resolution, rotation: normalAngle((degrees * Math.PI) / 180), flipped }
}

/** No image is larger. */
const farthest = 1e9

/** Plain figures only: neither words, hexadecimals, nor what is empty. Null where it is none. */
export function figureOf(text: string): number | null {
  return /^-?\d{1,16}(\.\d{1,16})?(e[-+]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : null
}

/** Without a minus before nought. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
