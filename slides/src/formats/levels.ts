import { SlideError } from '../errors.ts'
import type { TiffPage } from '../tiff/tiff.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A step between levels that is smaller than this is no step: the pages are versions of one image. */
const smallestStep = 1.25

/** Whether the pages store pixels alike, as the levels and planes of one image do. */
export const sameKind = (a: TiffPage, b: TiffPage): boolean =>
  a.pixelType === b.pixelType &&
  a.samples === b.samples &&
  a.color === b.color &&
  a.alpha === b.alpha &&
  a.premultiplied === b.premultiplied

export const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

/** Whether one picture can be the other made smaller: by the same factor both ways, give or take a rounded pixel. */
export function isSmallerVersion(full: Size, reduced: Size): boolean {
  if (downsampleOf(full, reduced) < smallestStep) return false
  const across = factorRange(full.width, reduced.width)
  const down = factorRange(full.height, reduced.height)
  return Math.max(across.least, down.least) <= Math.min(across.most, down.most)
}

/** The factors that can make `reduced` of `full`, whichever way they round. */
const factorRange = (full: number, reduced: number) => ({
  least: full / (reduced + 1),
  most: reduced > 1 ? full / (reduced - 1) : Number.POSITIVE_INFINITY,
})

export const downsampleOf = (full: Size, level: Size): number =>
  (full.width / level.width + full.height / level.height) / 2

export const areaOf = ({ width, height }: Size): number => width * height

/** Those that fit, full resolution first; of several of one size the first. */
export function arrangeLevels<Part extends { readonly page: TiffPage }>(
  full: Part,
  others: readonly Part[],
): Part[] {
  const levels = [full]
  const fitting = others.filter(({ page }) => sameKind(full.page, page) && isSmallerVersion(full.page, page))
  const sizes = new Set<string>()
  for (const part of fitting.sort((a, b) => areaOf(b.page) - areaOf(a.page))) {
    const size = `${part.page.width} × ${part.page.height}`
    if (!sizes.has(size)) levels.push(part)
    sizes.add(size)
  }
  return levels
}

/** Pages that can be planes of one level: alike and of one size, in the order of the file; the largest group first. */
export function groupAlike<Part extends { readonly page: TiffPage }>(parts: readonly Part[]): Part[][] {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const { width, height, pixelType, samples, color, alpha, premultiplied } = part.page
    const key = [width, height, pixelType, samples, color, alpha, premultiplied].join()
    const group = groups.get(key)
    if (group) group.push(part)
    else groups.set(key, [part])
  }
  return [...groups.values()].sort((a, b) => areaOf(firstOf(b).page) - areaOf(firstOf(a).page))
}

const firstOf = <Part>(group: readonly Part[]): Part => group[0] as Part

/** No slide has so many; finding which belong together would take long. */
const maxImages = 256

/** Pages of one size, one for each plane. */
export interface PageGroup {
  /** The first of them. */
  readonly page: TiffPage
  readonly planes: number
}

/** The levels of each image, the largest image first: a group that fits below a larger one is a level of it. */
export function arrangeImages<Group extends PageGroup>(groups: readonly Group[]): Group[][] {
  const images: Group[][] = []
  let left = [...groups].sort((a, b) => areaOf(b.page) - areaOf(a.page))
  for (let full = left.shift(); full; full = left.shift()) {
    const { planes } = full
    const levels = arrangeLevels(
      full,
      left.filter((group) => group.planes === planes),
    )
    images.push(levels)
    if (images.length > maxImages) {
      throw new SlideError('too_large', 'TIFF', `has more than ${maxImages} images of different sizes`)
    }
    const taken = new Set(levels)
    left = left.filter((group) => !taken.has(group))
  }
  return images
}
