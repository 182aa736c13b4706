import { expect, test } from 'vitest'
import { nextOrdering, type OrderingBy } from './ordering.ts'

type Column = 'name' | 'size' | 'created_at'
const next = (current: OrderingBy<Column>, column: Column) => nextOrdering<Column>(current, column)

test('columns turn round on a second click; names start at A, others at the largest and latest', () => {
  expect(next('-created_at', 'name')).toBe('name')
  expect(next('name', 'name')).toBe('-name')
  expect(next('name', 'size')).toBe('-size')
  expect(next('-size', 'size')).toBe('size')
  expect(next('size', 'created_at')).toBe('-created_at')
})
