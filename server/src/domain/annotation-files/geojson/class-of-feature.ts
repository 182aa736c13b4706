import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { annotationClassLimits } from '@cresyl/contract/api/limits'
import { isRecord } from './json-record.ts'

type Classification = Annotation['classification']

/**
 * The class as QuPath writes it: `name`, or `names` of one that is derived from others; `color` as red, green and blue, or
 * `colorRGB`, the older form, as one number with a sign. One without a colour has one that follows from its name.
 * Undefined where it is none of these.
 */
export function readClass(value: unknown): Classification | undefined {
  if (value === undefined || value === null) return null
  if (!isRecord(value)) return undefined
  const name = nameIn(value)
  if (name === undefined) return undefined
  // QuPath has a class without a name for what is not classified.
  return name === '' ? null : { name, color: colorIn(value) ?? colorOfName(name) }
}

export const writeClass = ({ name, color }: NonNullable<Classification>) => ({ name, color: rgbOf(color) })

/** How QuPath shows the names of a derived class. */
const separator = ': '

function nameIn({ name, names }: Record<string, unknown>): string | undefined {
  if (typeof name === 'string') return name.trim()
  if (Array.isArray(names) && names.every((each) => typeof each === 'string'))
    return names.join(separator).trim()
  return name === undefined || name === null ? '' : undefined
}

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

function colorIn({ color, colorRGB }: Record<string, unknown>): string | undefined {
  if (Array.isArray(color) && color.length >= 3) {
    const rgb = color.slice(0, 3)
    return rgb.every(isByte) ? hexOf(rgb) : undefined
  }
  const packed = typeof colorRGB === 'number' ? colorRGB : color
  if (typeof packed !== 'number' || !Number.isInteger(packed)) return undefined
  return hexOf([(packed >> 16) & 255, (packed >> 8) & 255, packed & 255])
}

const hexOf = (rgb: readonly number[]): string =>
  `#${rgb.map((each) => each.toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Of "#8844CC". */
export function rgbOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Neither black nor white, and the same for the same name. */
export function colorOfName(name: string): string {
  let hash = 0
  for (const character of name.slice(0, annotationClassLimits.name))
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 24
  return hexOf([hash >> 16, (hash >> 8) & 255, hash & 255].map((each) => 48 + (each % 160)))
}
