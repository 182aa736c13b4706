import type { CsvValue } from '@cresyl/contract/api/csv'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'

/** A last column that tells by which pixel size figures were measured, where the slide has another by now. */
export function madeColumn(made: MadeScale | null | undefined): { head: string[]; cell: CsvValue[] } {
  if (!made) return { head: [], cell: [] }
  const { mpp_x: x, mpp_y: y } = made
  return { head: ['Made at (µm per pixel)'], cell: [x === y ? x : `${x} × ${y}`] }
}

/** The same where there is no column for it: "made at 0.25 µm per pixel". */
export function madeAt({ mpp_x: x, mpp_y: y }: MadeScale): string {
  if (x === null) return 'made at an unknown pixel size'
  return `made at ${x === y ? x : `${x} × ${y}`} µm per pixel`
}
