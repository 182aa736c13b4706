import { expect, test } from 'vitest'
import { sumHeap } from './heap-parts.ts'

test("what script keeps is told from compiled code and from what is the browser's own", () => {
  const types = ['hidden', 'object', 'string', 'code', 'native', 'synthetic']
  const rows = [
    [1, 0, 100],
    [2, 0, 30],
    [3, 0, 5000],
    [4, 0, 70_000],
    [4, 1, 600],
    [5, 0, 800_000],
    [0, 0, 7],
  ]
  const strings = ['Slide', 'system / JSArrayBufferData']
  const meta = { node_fields: ['type', 'name', 'self_size'], node_types: [types, 'string', 'number'] }
  expect(sumHeap({ snapshot: { meta }, nodes: rows.flat(), strings })).toEqual({ kept: 737, code: 5000 })
})
