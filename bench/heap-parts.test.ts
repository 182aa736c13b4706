import { expect, test } from 'vitest'
import { sumHeap } from './heap-parts.ts'

test("what script keeps is told from compiled code and from what is the browser's own", () => {
  const types = ['hidden', 'object', 'string', 'code', 'native', 'synthetic']
  const rows = [
    [1, 0, 100],
    [2, 1, 30],
    [3, 2, 5000],
    [4, 3, 70_000],
    [5, 4, 800_000],
    [0, 5, 7],
  ]
  const meta = { node_fields: ['type', 'id', 'self_size'], node_types: [types, 'number', 'number'] }
  expect(sumHeap({ snapshot: { meta }, nodes: rows.flat() })).toEqual({ kept: 137, code: 5000 })
})
