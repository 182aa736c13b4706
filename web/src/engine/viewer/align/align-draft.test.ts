import { expect, test } from 'vitest'
import { addPoint, emptyDraft, movePoint, nextSide, pairsOf, removeRow } from './align-draft.ts'

const point = (x: number) => ({ x, y: x * 2 })

test('points of both slides find each other, whichever is marked first', () => {
  let draft = addPoint(emptyDraft, 'fixed', point(1))
  expect([pairsOf(draft).length, nextSide(draft)]).toEqual([0, 'moving'])
  draft = addPoint(draft, 'moving', point(11))
  expect([pairsOf(draft).length, nextSide(draft)]).toEqual([1, 'fixed'])
  draft = addPoint(draft, 'moving', point(12))
  expect(nextSide(draft)).toBe('fixed')
  draft = addPoint(draft, 'fixed', point(2))
  expect(pairsOf(draft)).toEqual([
    { fixed: point(1), moving: point(11) },
    { fixed: point(2), moving: point(12) },
  ])
})

test('several may be marked in one slide before they are found in the other, in the same order', () => {
  let draft = [1, 2, 3].reduce((each, x) => addPoint(each, 'fixed', point(x)), emptyDraft)
  draft = [11, 12].reduce((each, x) => addPoint(each, 'moving', point(x)), draft)
  expect(pairsOf(draft)).toHaveLength(2)
  expect(draft.rows[2]).toEqual({ fixed: point(3), moving: null })
})

test('points are moved and taken away; those after it move up', () => {
  let draft = [1, 2].reduce(
    (each, x) => addPoint(addPoint(each, 'fixed', point(x)), 'moving', point(x + 10)),
    emptyDraft,
  )
  draft = movePoint(draft, 1, 'moving', point(20))
  expect(draft.rows[1]).toEqual({ fixed: point(2), moving: point(20) })
  expect(movePoint(draft, 7, 'fixed', point(0))).toBe(draft)
  expect(pairsOf(removeRow(draft, 0))).toEqual([{ fixed: point(2), moving: point(20) }])
})
