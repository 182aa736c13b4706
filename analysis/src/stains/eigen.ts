import { type Matrix3, unitLength, type Vector3 } from './matrix3.ts'

/** Of a symmetric matrix, the vectors that it only makes longer, of length 1, the longest first. */
export function eigenvectors(matrix: Matrix3): readonly [Vector3, Vector3, Vector3] {
  const a = [...matrix]
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  const at = (values: readonly number[], row: number, column: number) => values[3 * row + column] as number
  // Jacobi: each turn makes one pair of entries 0; a handful of rounds leave nothing beside the diagonal.
  for (let round = 0; round < 32; round += 1)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      if (at(a, p, q) === 0) continue
      const angle = 0.5 * Math.atan2(2 * at(a, p, q), at(a, q, q) - at(a, p, p))
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      for (const values of [a, v]) turnColumns(values, p, q, c, s)
      turnRows(a, p, q, c, s)
    }
  const order = [0, 1, 2].sort((one, other) => at(a, other, other) - at(a, one, one))
  return order.map((column) => unitLength([at(v, 0, column), at(v, 1, column), at(v, 2, column)])) as [
    Vector3,
    Vector3,
    Vector3,
  ]
}

function turnColumns(values: number[], p: number, q: number, c: number, s: number): void {
  for (let row = 0; row < 3; row += 1) {
    const [left, right] = [values[3 * row + p] as number, values[3 * row + q] as number]
    values[3 * row + p] = c * left - s * right
    values[3 * row + q] = s * left + c * right
  }
}

function turnRows(values: number[], p: number, q: number, c: number, s: number): void {
  for (let column = 0; column < 3; column += 1) {
    const [upper, lower] = [values[3 * p + column] as number, values[3 * q + column] as number]
    values[3 * p + column] = c * upper - s * lower
    values[3 * q + column] = s * upper + c * lower
  }
}
