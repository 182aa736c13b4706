import { expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { countMarked } from './count-marked.ts'

test('what is marked is counted from anywhere to anywhere, wherever the memory begins', () => {
  const memory = Uint8Array.from({ length: 70 }, (_, at) => (hash(at, 3) % 3 === 0 ? 1 + (at % 255) : 0))
  for (const begin of [0, 1, 2, 3]) {
    const mask = memory.subarray(begin)
    expect(countMarked(mask)).toBe([...mask].filter((value) => value !== 0).length)
    for (let from = 0; from < 9; from += 1)
      for (let to = from; to < mask.length; to += 1)
        expect(countMarked(mask, from, to)).toBe([...mask.subarray(from, to)].filter(Boolean).length)
  }
})
