import type { Architecture } from './architecture.ts'
import { type Candidate, makeCandidate } from './nucleus.ts'
import { Scatter } from './scatter.ts'
import { hashAt, Random, seedFor } from './seeded.ts'

/** The middle of a cell of fat, or of a patch as large without fat: space falls to the nearest. Lengths in µm. */
export interface Site {
  readonly x: number
  readonly y: number
  /** Taken off the distance to it: larger cells reach further. */
  readonly bulge: number
  readonly fat: boolean
  readonly seed: number
}

export const siteSpacing = 50

export function scatterSites(seed: number, architecture: Architecture): Scatter<Site> {
  const base = seedFor(seed, 'adipose')
  return new Scatter(siteSpacing, siteSpacing, (column, row) => {
    const cell = hashAt(base, column, row)
    const random = new Random(cell)
    const x = (column + random.between(0.14, 0.86)) * siteSpacing
    const y = (row + random.between(0.14, 0.86)) * siteSpacing
    const bulge = random.between(0, 10)
    const wanted = architecture.fatty(x, y) > random.between(-0.015, 0.015)
    const free = wanted && architecture.lymphoid(x, y) < 0.2 && architecture.glandular(x, y) < -0.04
    return { x, y, bulge, fat: free && isAmongFat(architecture, column, row), seed: cell }
  })
}

/** Fat cells lie in groups: at least two of the places around should be fatty, too. */
function isAmongFat({ fatty }: Architecture, column: number, row: number): boolean {
  let count = 0
  for (const [dc, dr] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const)
    if (fatty((column + dc + 0.5) * siteSpacing, (row + dr + 0.5) * siteSpacing) > 0) count++
  return count >= 2
}

/**
 * A flat nucleus pressed between two fat cells, for some of them: where the line between a cell and the next one to
 * the right or below meets their common membrane.
 */
export function adipocyteNuclei(sites: Scatter<Site>, column: number, row: number): Candidate[] {
  const site = sites.at(column, row)
  const nuclei: Candidate[] = []
  if (site === null || !site.fat) return nuclei
  const random = new Random(hashAt(site.seed, 5, 5))
  for (const [dc, dr] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ] as const) {
    const other = sites.at(column + dc, row + dr)
    if (random.unit() > 0.4 || other === null) continue
    const dx = other.x - site.x
    const dy = other.y - site.y
    const distance = Math.hypot(dx, dy)
    const share = (distance + site.bulge - other.bulge) / 2 / distance
    const x = site.x + dx * share
    const y = site.y + dy * share
    const nearest = distance * share - site.bulge
    if (liesNearer(sites, column, row, x, y, nearest - 2, [site, other])) continue
    nuclei.push(makeCandidate(random, 'adipocyte', { x, y, angle: Math.atan2(dy, dx) + Math.PI / 2 }))
  }
  return nuclei
}

function liesNearer(
  sites: Scatter<Site>,
  column: number,
  row: number,
  x: number,
  y: number,
  than: number,
  except: Site[],
): boolean {
  for (let r = row - 2; r <= row + 2; r++)
    for (let c = column - 2; c <= column + 2; c++) {
      const site = sites.at(c, r)
      if (site === null || except.includes(site)) continue
      if (Math.hypot(site.x - x, site.y - y) - site.bulge < than) return true
    }
  return false
}
