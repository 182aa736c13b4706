import { expect, test } from 'vitest'
import { busy } from './decode-failure.ts'
import { createQuarantine } from './quarantine.ts'

const second = 1000

function prepare() {
  let time = 0
  const quarantine = createQuarantine({
    strikes: 3,
    memoryMilliseconds: 100 * second,
    pauseMilliseconds: 90 * second,
    now: () => time,
  })
  const pass = (seconds: number) => {
    time += seconds * second
  }
  return { quarantine, pass }
}

test('a file that ends too many processes is kept away from them for a while, and others are not', () => {
  const { quarantine, pass } = prepare()
  expect([quarantine.strike('a'), quarantine.strike('b'), quarantine.strike('a')]).toEqual([
    false,
    false,
    false,
  ])
  expect(quarantine.check('a', 'a tile')).toBeUndefined()
  expect(quarantine.strike('a')).toBe(true)
  expect(quarantine.check('a', 'a tile')?.code).toBe('quarantined')
  expect(quarantine.check('a', 'a tile')?.message).toMatch(
    /^Parts of this slide can't be shown for 2 minutes, because/,
  )
  expect(quarantine.check('b', 'b tile')).toBeUndefined()
  expect(quarantine.state()).toEqual({ files: 1 })
  pass(91)
  expect(quarantine.check('a', 'a tile')).toBeUndefined()
  expect(quarantine.state()).toEqual({ files: 0 })
})

test('what it did long ago no longer counts', () => {
  const { quarantine, pass } = prepare()
  quarantine.strike('a')
  quarantine.strike('a')
  expect(quarantine.suspects('a')).toBe(true)
  pass(101)
  expect(quarantine.suspects('a')).toBe(false)
  expect(quarantine.strike('a')).toBe(false)
})

test('what ended a process by itself is not tried again for a while, and the rest of the file is', () => {
  const { quarantine, pass } = prepare()
  const failure = busy()
  quarantine.refuse('a tile 1', failure)
  expect(quarantine.check('a', 'a tile 1')).toBe(failure)
  expect(quarantine.check('a', 'a tile 2')).toBeUndefined()
  pass(91)
  expect(quarantine.check('a', 'a tile 1')).toBeUndefined()
})

test('a pardon takes back everything held against the file', () => {
  const { quarantine } = prepare()
  for (let n = 0; n < 3; n += 1) quarantine.strike('a')
  quarantine.refuse('a tile 1', busy())
  quarantine.refuse('ab tile 1', busy())
  quarantine.pardon('a')
  expect(quarantine.check('a', 'a tile 1')).toBeUndefined()
  expect(quarantine.suspects('a')).toBe(false)
  expect(quarantine.check('ab', 'ab tile 1')).toBeDefined()
})
