import { expect, test } from 'vitest'
import { offeredKeys } from './offered-keys.ts'

test('what keys do is found by its words, and does the same', () => {
  const performed: string[] = []
  const offered = offeredKeys((action) => performed.push(action))
  const find = (text: string) =>
    offered.filter(({ label, keywords = '' }) => `${label} ${keywords}`.toLowerCase().includes(text))
  for (const text of ['curtain', 'rotate', 'measure', 'snapshot', 'rectangle', 'full screen'])
    expect(find(text), text).not.toEqual([])
  find('curtain')[0]?.run?.()
  expect(performed).toEqual(['curtain'])
  // One of nine alike, and what has no key.
  expect(find('image 3 of the stack')).toEqual([])
  expect(find('middle button')).toEqual([])
})
