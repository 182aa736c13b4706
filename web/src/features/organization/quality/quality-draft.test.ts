import { noThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { expect, test } from 'vitest'
import { changedPlaces, mergeLimits, withTextAt } from './quality-draft.ts'
import { readThresholds, withLimit, withoutStain, withStain, writeThresholds } from './thresholds-draft.ts'

const stain = '0199f0a0-0000-7000-8000-000000000001'
const base = readThresholds({ common: { focus: { warn: 4, fail: 30 } }, stains: {} })

test('different limits are put together', () => {
  const mine = withLimit(base, null, 'focus', { warn: '3' })
  const theirs = withLimit(withLimit(base, null, 'focus', { fail: '25' }), stain, 'pen', { warn: '2' })
  const { draft, conflicts } = mergeLimits(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(writeThresholds(draft)).toEqual({
    common: { focus: { warn: 3, fail: 25 } },
    stains: { [stain]: { pen: { warn: 2 } } },
  })
})

test('the same limit is a choice, and what was typed stays until theirs is taken', () => {
  const place = { scope: null, key: 'focus', field: 'fail' } as const
  const mine = withLimit(base, null, 'focus', { fail: '10' })
  const theirs = withLimit(base, null, 'focus', { fail: null })
  const { draft, conflicts } = mergeLimits(base, mine, theirs)
  expect(conflicts).toEqual([place])
  expect(writeThresholds(draft).common).toEqual({ focus: { warn: 4, fail: 10 } })
  expect(writeThresholds(withTextAt(draft, place, null)).common).toEqual({ focus: { warn: 4 } })
})

test('the same figure from both is no conflict, however it was written', () => {
  const [mine, theirs] = ['5', '5,0'].map((fail) => withLimit(base, null, 'focus', { fail }))
  expect(mergeLimits(base, mine ?? base, theirs ?? base).conflicts).toEqual([])
})

test('a stain that was taken away stays away, unless someone else has set it anew', () => {
  const before = withLimit(base, stain, 'pen', { warn: '2' })
  const mine = withoutStain(before, stain)
  expect(writeThresholds(mergeLimits(before, mine, before).draft).stains).toEqual({})
  const theirs = withLimit(before, stain, 'pen', { warn: '3' })
  expect(mergeLimits(before, mine, theirs).conflicts).toEqual([{ scope: stain, key: 'pen', field: 'warn' }])
})

test('a stain that was added, but has no limits yet, keeps its place in the form', () => {
  const { draft } = mergeLimits(base, withStain(base, stain), readThresholds(noThresholds))
  expect(draft.stains).toEqual({ [stain]: {} })
})

test('nothing differs between a draft and itself', () => {
  expect(changedPlaces(base, base)).toEqual([])
})
