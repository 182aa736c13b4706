import { openByGrid, openingSpan } from './background.ts'
import { boxBlur, type Plane } from './box-blur.ts'

/** A plane of stain or light, in 1024ths of its unit, as the search for cells sees it. */
export interface Relief {
  readonly width: number
  readonly height: number
  /** Without the grain of the sensor: cells are cut out of this. */
  readonly smooth: Plane
  /** What lies under and around cells. */
  readonly ground: Plane
  /** How much more there is at a point than around it: one hill for a cell, or a few. */
  readonly hills: Plane
  /** 1 where there is enough above the ground. */
  readonly mask: Uint8Array
  /** For what follows. */
  readonly labels: Int32Array
}

/** 1024 for an optical density of 1, or for the light of a strong nucleus. */
export const reliefUnit = 1024

/*
 * Pixels of about 0.5 µm. The box against grain comes to a Gaussian of 0.4 µm, with those of the hills to one of
 * 1.5 µm, and with that around them to 2.4 µm: their difference is nearly a Laplacian of a Gaussian of 1.5 to 2 µm.
 */
const fine = [1]
const seeds = [3, 3]
const around = [6]

const sumOf = (radii: readonly number[]): number => radii.reduce((sum, radius) => sum + radius, 0)

/** Pixels around a point that it is reckoned from. */
export const reliefReach = Math.max(sumOf([...fine, ...seeds, ...around]), sumOf(fine) + openingSpan)

/** Makes reliefs one after the other in the same memory: the next takes the place of the last. */
export function createReliefMaker() {
  let room = makeRoom(0)
  return (stain: Plane, width: number, height: number, threshold: number): Relief => {
    if (room.smooth.length !== width * height) room = makeRoom(width * height)
    const { smooth, ground, hills, mask, labels, wide } = room
    // Labels come last: until then their memory holds sums.
    const blur = (source: Plane, target: Plane, radii: readonly number[]) =>
      radii.forEach((radius, index) => {
        boxBlur(index === 0 ? source : target, target, labels, width, height, radius)
      })
    blur(stain, smooth, fine)
    openByGrid(smooth, ground, width)
    blur(smooth, hills, seeds)
    blur(hills, wide, around)
    for (let at = 0; at < hills.length; at += 1) {
      hills[at] = (hills[at] as number) - (wide[at] as number)
      mask[at] = (smooth[at] as number) - (ground[at] as number) >= threshold ? 1 : 0
    }
    return { width, height, smooth, ground, hills, mask, labels }
  }
}

const makeRoom = (pixels: number) => ({
  smooth: new Int16Array(pixels),
  ground: new Int16Array(pixels),
  hills: new Int16Array(pixels),
  wide: new Int16Array(pixels),
  mask: new Uint8Array(pixels),
  labels: new Int32Array(pixels),
})
