import { expect, test } from 'vitest'
import { countUnsent } from './count-unsent.ts'
import type { Entry } from './deed.ts'

const entry = (id: string, slide?: string): Entry => ({
  id,
  imageId: 'image',
  ...(slide !== undefined && { slide }),
  deed: { kind: 'delete', version: 1 },
})

test('what is not saved is counted by slide, each annotation once', () => {
  const batches = [{ key: 'k', imageId: 'image', entries: [entry('a', 'Liver'), entry('b', 'Skin')] }]
  const waiting = [entry('a', 'Liver'), entry('c', 'Liver'), entry('d')]
  expect(countUnsent([{ batches, waiting }])).toEqual([
    { slide: 'Liver', count: 2 },
    { slide: 'Skin', count: 1 },
    { slide: null, count: 1 },
  ])
  expect(countUnsent([])).toEqual([])
})
