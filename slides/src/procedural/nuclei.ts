import { adipocyteNuclei, type Site, siteSpacing } from './adipose.ts'
import type { Architecture } from './architecture.ts'
import { type Gland, heightInGland } from './glands.ts'
import { type Candidate, gapBetween, makeCandidate, type NucleusClass } from './nucleus.ts'
import { type Area, RecentMap, type Scatter, widen } from './scatter.ts'
import { hashAt, Random, seedFor } from './seeded.ts'
import { beyondLumen, type Vessel } from './vessels.ts'

/** Nuclei are made by squares of this side in µm. */
export const chunkSide = 256
/** No nucleus reaches further than half of this, in µm: what may touch lies within it. */
const interaction = 26
/** Room for one nucleus each in loose tissue, in µm. */
const cellSide = 6
const idsPerChunk = 4096

/** A nucleus that is there. Lengths in µm. */
export interface PlacedNucleus extends Candidate {
  /** Unique on the slide, the same however it is asked for. */
  readonly id: number
  /** How many others its outline touches or overlaps. */
  readonly touching: number
}

export interface Structures {
  readonly glands: Scatter<Gland>
  readonly vessels: Scatter<Vessel>
  readonly sites: Scatter<Site>
}

export interface Nuclei {
  /** Those with their centre in the square, in a fixed order. */
  inChunk(column: number, row: number): readonly PlacedNucleus[]
  /** Those with their centre in the area, or at most `margin` µm outside. */
  near(area: Area, margin?: number): PlacedNucleus[]
}

export function placeNuclei(
  seed: number,
  chunkColumns: number,
  architecture: Architecture,
  structures: Structures,
): Nuclei {
  const scatterSeed = seedFor(seed, 'cells')
  const made = new RecentMap<readonly PlacedNucleus[]>(600)

  const inChunk = (column: number, row: number): readonly PlacedNucleus[] => {
    const key = row * chunkColumns + column
    const known = made.get(key)
    if (known) return known
    const nuclei = placeInChunk(column, row, key * idsPerChunk + 1)
    made.set(key, nuclei)
    return nuclei
  }

  const placeInChunk = (column: number, row: number, firstId: number): PlacedNucleus[] => {
    const chunk = {
      left: column * chunkSide,
      top: row * chunkSide,
      right: (column + 1) * chunkSide,
      bottom: (row + 1) * chunkSide,
    }
    if (architecture.outline.isSurelyBare(chunk)) return []
    const standing = withoutOverlaps(
      candidatesIn(widen(chunk, 2 * interaction), architecture, structures, scatterSeed),
      widen(chunk, interaction),
    )
    const bins = binned(standing)
    return standing
      .filter((nucleus) => isWithin(chunk, nucleus))
      .map((nucleus, i) => {
        let touching = 0
        forEachNear(bins, nucleus, (other) => {
          if (gapBetween(nucleus, other) <= 0) touching++
        })
        return { ...nucleus, id: firstId + i, touching }
      })
  }

  const near = (area: Area, margin = 0): PlacedNucleus[] => {
    const wide = widen(area, margin)
    const nuclei: PlacedNucleus[] = []
    const last = Math.min(chunkColumns - 1, Math.floor(wide.right / chunkSide))
    for (
      let row = Math.max(0, Math.floor(wide.top / chunkSide));
      row <= Math.floor(wide.bottom / chunkSide);
      row++
    )
      for (let column = Math.max(0, Math.floor(wide.left / chunkSide)); column <= last; column++)
        for (const nucleus of inChunk(column, row)) if (isWithin(wide, nucleus)) nuclei.push(nucleus)
    return nuclei
  }
  return { inChunk, near }
}

const isWithin = (area: Area, { x, y }: Candidate): boolean =>
  x >= area.left && x < area.right && y >= area.top && y < area.bottom

function candidatesIn(
  area: Area,
  architecture: Architecture,
  structures: Structures,
  scatterSeed: number,
): Candidate[] {
  const { outline } = architecture
  const glands = structures.glands.near(area)
  const vessels = structures.vessels.near(area)
  const candidates: Candidate[] = []
  const inVessel = (x: number, y: number): boolean =>
    vessels.some((vessel) => {
      const reach = vessel.outer + 3
      if (Math.abs(x - vessel.x) > reach || Math.abs(y - vessel.y) > reach) return false
      return beyondLumen(vessel, x, y) < vessel.wall + 2
    })
  const inGland = (x: number, y: number, except = 0): boolean =>
    glands.some((gland) => {
      const reach = gland.largest + 3
      if (gland.id === except || Math.abs(x - gland.x) > reach || Math.abs(y - gland.y) > reach) return false
      return heightInGland(gland, x, y) > -2.5
    })
  const add = (candidate: Candidate): void => {
    const { x, y } = candidate
    if (isWithin(area, candidate) && outline.depth(x, y) + outline.roughness(x, y) > 2.5)
      candidates.push(candidate)
  }

  for (const gland of glands)
    for (const nucleus of gland.nuclei)
      if (
        isWithin(area, nucleus) &&
        !inVessel(nucleus.x, nucleus.y) &&
        !inGland(nucleus.x, nucleus.y, gland.id)
      )
        add(nucleus)
  for (const vessel of vessels) for (const nucleus of vessel.nuclei) add(nucleus)
  forEachCell(area, siteSpacing, (column, row) => {
    if (!structures.sites.at(column, row)?.fat) return
    for (const nucleus of adipocyteNuclei(structures.sites, column, row))
      if (!inVessel(nucleus.x, nucleus.y) && !inGland(nucleus.x, nucleus.y)) add(nucleus)
  })
  forEachCell(area, cellSide, (column, row) => {
    const random = new Random(hashAt(scatterSeed, column, row))
    const chance = random.unit()
    if (chance > 0.97) return
    const x = (column + random.between(0.12, 0.88)) * cellSide
    const y = (row + random.between(0.12, 0.88)) * cellSide
    const kind = kindOfLooseCell(architecture, random, chance, x, y)
    if (kind === null || inGland(x, y) || inVessel(x, y)) return
    const angle = kind === 'stromal' ? fibreAngle(architecture, x, y) : random.between(0, Math.PI)
    const nucleus = makeCandidate(random, kind, { x, y, angle: angle + 0.18 * random.normal() })
    if (!reachesIntoFat(architecture, structures.sites, nucleus)) add(nucleus)
  })
  return candidates
}

function kindOfLooseCell(
  architecture: Architecture,
  random: Random,
  chance: number,
  x: number,
  y: number,
): NucleusClass | null {
  const which = random.unit()
  const lymphoid = architecture.lymphoid(x, y)
  if (chance < 0.97 * lymphoid) return which < 0.93 ? 'lymphocyte' : 'plasma'
  if (architecture.glandular(x, y) > 0) {
    if (chance > 0.19) return null
    return which < 0.42 ? 'lymphocyte' : which < 0.64 ? 'plasma' : 'stromal'
  }
  if (chance > 0.11 - 0.035 * architecture.dense(x, y)) return null
  return which < 0.1 ? 'lymphocyte' : which < 0.13 ? 'plasma' : 'stromal'
}

/** Along the lines on which the distance across the fibres stays the same. */
function fibreAngle(architecture: Architecture, x: number, y: number): number {
  const dx = architecture.across(x + 2, y) - architecture.across(x - 2, y)
  const dy = architecture.across(x, y + 2) - architecture.across(x, y - 2)
  return Math.atan2(-dx, dy)
}

function reachesIntoFat(architecture: Architecture, sites: Scatter<Site>, nucleus: Candidate): boolean {
  const { x, y, long, angle } = nucleus
  if (architecture.fatty(x, y) < -0.35) return false
  const dx = 0.9 * long * Math.cos(angle)
  const dy = 0.9 * long * Math.sin(angle)
  return inFat(sites, x, y) || inFat(sites, x + dx, y + dy) || inFat(sites, x - dx, y - dy)
}

function inFat(sites: Scatter<Site>, x: number, y: number): boolean {
  const column = Math.floor(x / siteSpacing)
  const row = Math.floor(y / siteSpacing)
  let nearest = Infinity
  let fat = false
  for (let r = row - 1; r <= row + 1; r++)
    for (let c = column - 1; c <= column + 1; c++) {
      const site = sites.at(c, r)
      if (site === null) continue
      const distance = Math.hypot(site.x - x, site.y - y) - site.bulge
      if (distance < nearest) {
        nearest = distance
        fat = site.fat
      }
    }
  return fat
}

function forEachCell(area: Area, side: number, visit: (column: number, row: number) => void): void {
  for (let row = Math.floor(area.top / side); row <= Math.floor(area.bottom / side); row++)
    for (let column = Math.floor(area.left / side); column <= Math.floor(area.right / side); column++)
      visit(column, row)
}

/** The one that stays where two lie on each other: a cell of a structure before a loose one, else by its seed. */
const rank = ({ structure, seed }: Candidate): number => (structure === 0 ? 0 : 0x100000000) + (seed >>> 0)

/**
 * Leaves out what lies deeper on a candidate of higher rank than a third of a nucleus; slight overlaps stay. Looking
 * at all candidates, not only at those that stay themselves, keeps the decision local.
 */
function withoutOverlaps(candidates: Candidate[], area: Area): Candidate[] {
  const bins = binned(candidates)
  return candidates.filter((candidate) => {
    if (!isWithin(area, candidate)) return false
    let stays = true
    forEachNear(bins, candidate, (other) => {
      if (!stays || rank(other) <= rank(candidate)) return
      if (gapBetween(candidate, other) < -0.35 * Math.min(candidate.short, other.short)) stays = false
    })
    return stays
  })
}

type Bins = Map<number, Candidate[]>

const binKey = (x: number, y: number): number =>
  Math.floor(y / interaction) * 0x100000 + Math.floor(x / interaction)

function binned(candidates: Candidate[]): Bins {
  const bins: Bins = new Map()
  for (const candidate of candidates) {
    const key = binKey(candidate.x, candidate.y)
    const bin = bins.get(key)
    if (bin) bin.push(candidate)
    else bins.set(key, [candidate])
  }
  return bins
}

function forEachNear(bins: Bins, nucleus: Candidate, visit: (other: Candidate) => void): void {
  const { x, y } = nucleus
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++)
      for (const other of bins.get(binKey(x + dx * interaction, y + dy * interaction)) ?? [])
        if (other !== nucleus && Math.abs(other.x - x) < interaction && Math.abs(other.y - y) < interaction)
          visit(other)
}
