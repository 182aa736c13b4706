import { expect, test } from 'vitest'
import type { UploadStage } from '../../../engine/uploads/upload.ts'
import { canBeMoved, movesOf, placeOnto } from './order.ts'

/** As the uploader does it: the place is counted in the list without the file that moves. */
function moved(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((each) => each !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

const stages: [string, UploadStage][] = [
  ['done', 'completed'],
  ['first', 'sending'],
  ['draft 1', 'draft'],
  ['gone', 'failed'],
  ['second', 'waiting'],
  ['third', 'waiting'],
  ['draft 2', 'draft'],
]
const queue = stages.map(([key, stage]) => ({ key, stage }))
const keys = queue.map(({ key }) => key)
const moves = movesOf(queue)
const active = (order: readonly string[]) => order.filter((key) => ['first', 'second', 'third'].includes(key))

test('a file moves past the one before or after it in the queue, whatever else stands between', () => {
  expect(active(moved(keys, 'third', moves.get('third')?.up ?? -1))).toEqual(['first', 'third', 'second'])
  expect(active(moved(keys, 'second', moves.get('second')?.up ?? -1))).toEqual(['second', 'first', 'third'])
  expect(active(moved(keys, 'first', moves.get('first')?.down ?? -1))).toEqual(['second', 'first', 'third'])
  expect(active(moved(keys, 'third', moves.get('third')?.top ?? -1))).toEqual(['third', 'first', 'second'])
})

test('the first and the last go no further, and what has ended has no place in the queue', () => {
  expect(moves.get('first')).toMatchObject({ top: undefined, up: undefined })
  expect(moves.get('third')).toMatchObject({ down: undefined })
  expect(moves.get('done')).toBeUndefined()
  expect(canBeMoved({ stage: 'failed' })).toBe(false)
})

test('drafts move among drafts', () => {
  expect(moves.get('draft 2')).toEqual({ top: 2, up: 2, down: undefined })
})

test('a file that is dropped on another takes its place; on one of another kind it stays', () => {
  const place = placeOnto(queue, 'first', 'third')
  expect(active(moved(keys, 'first', place ?? -1))).toEqual(['second', 'third', 'first'])
  expect(placeOnto(queue, 'first', 'draft 1')).toBeUndefined()
  expect(placeOnto(queue, 'first', 'done')).toBeUndefined()
  expect(placeOnto(queue, 'first', 'first')).toBeUndefined()
  expect(placeOnto(queue, 'first', 'unknown')).toBeUndefined()
})
