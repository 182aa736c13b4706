import { expect, test } from 'vitest'
import { apply, invert, type Matrix3, multiply, perpendicular } from './matrix3.ts'
import { densityTable } from './optical-density.ts'
import { diaminobenzidine, eosin, hematoxylin } from './stain-vectors.ts'
import { unmixing } from './unmix.ts'

test.each([
  ['hematoxylin and eosin', eosin],
  ['hematoxylin and DAB', diaminobenzidine],
])('amounts of %s come back from their densities', (_, second) => {
  const residual = perpendicular(hematoxylin, second)
  const density = (color: 0 | 1 | 2) => 0.8 * hematoxylin[color] + 0.3 * second[color] - 0.1 * residual[color]
  const [first, other, rest] = apply(unmixing(hematoxylin, second), [density(0), density(1), density(2)])
  expect(first).toBeCloseTo(0.8, 12)
  expect(other).toBeCloseTo(0.3, 12)
  expect(rest).toBeCloseTo(-0.1, 12)
})

test('a matrix times its inverse changes nothing', () => {
  const matrix: Matrix3 = [2, -1, 0.5, 3, 4, -2, 0.25, 1, 7]
  const product = multiply(matrix, invert(matrix))
  for (const [index, entry] of product.entries()) expect(entry).toBeCloseTo(index % 4 === 0 ? 1 : 0, 12)
})

test('densities are those of Beer and Lambert, and none of them is below 0 or without end', () => {
  const table = densityTable(240)
  expect(table[24]).toBeCloseTo(1, 6)
  expect(table[240]).toBe(0)
  expect(table[255]).toBe(0)
  expect(table[0]).toBeCloseTo(Math.log10(240), 6)
})
