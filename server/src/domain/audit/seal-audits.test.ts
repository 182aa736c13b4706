import { expect, test, vi } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { createSealer } from './seal-audits.ts'

test('rows are looked for once after each write, and while somebody may be writing', async () => {
  const lookedFor = vi.fn(async () => [])
  let written: string | null = null
  const database = { asSystem: lookedFor, lastWrite: async () => written }

  const seal = createSealer({ database } as unknown as Context) // Nothing else of it is used where nothing is to be sealed.
  const timesLooked = async (now: string | null) => {
    written = now
    lookedFor.mockClear()
    for (let round = 0; round < 3; round += 1) await seal()
    return lookedFor.mock.calls.length
  }
  expect(await timesLooked(null)).toBe(3)
  expect(await timesLooked('7')).toBe(1)
  expect(await timesLooked('7')).toBe(0)
  expect(await timesLooked('9')).toBe(1)
  expect(await timesLooked(null)).toBe(3)
})
