import { expect, test } from 'vitest'
import { createChanges } from './changes.ts'

test('only those who asked about a kind are told, until they leave', () => {
  const changes = createChanges<'size' | 'cursor'>()
  const told: string[] = []
  const leave = changes.subscribe('size', () => told.push('size'))
  changes.subscribe('cursor', () => told.push('cursor'))
  changes.tell('size')
  leave()
  changes.tell('size')
  changes.tell('cursor')
  expect(told).toEqual(['size', 'cursor'])
})

test('the same function may listen twice and leave once', () => {
  const changes = createChanges<'size'>()
  let count = 0
  const listener = () => {
    count += 1
  }
  const leave = changes.subscribe('size', listener)
  changes.subscribe('size', listener)
  leave()
  leave()
  changes.tell('size')
  expect(count).toBe(1)
})

test('who leaves while being told is told no more than this once', () => {
  const changes = createChanges<'size'>()
  let count = 0
  const leave = changes.subscribe('size', () => {
    count += 1
    leave()
  })
  changes.tell('size')
  changes.tell('size')
  expect(count).toBe(1)
})
