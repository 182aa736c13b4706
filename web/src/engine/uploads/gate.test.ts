import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

const never = new AbortController().signal

test('an open gate lets everyone through at once', async () => {
  const gate = createGate()
  expect(gate.open).toBe(true)
  await gate.pass(never)
})

test('those who wait at a closed gate go on when it opens', async () => {
  const gate = createGate()
  gate.set(false)
  let passed = 0
  const all = [1, 2].map(() => gate.pass(never).then(() => (passed += 1)))
  await Promise.resolve()
  expect(passed).toBe(0)
  gate.set(true)
  await Promise.all(all)
  expect(passed).toBe(2)
})

test('whoever is called away leaves, even when the gate opens and closes in the same moment', async () => {
  const gate = createGate()
  const away = new AbortController()
  gate.set(false)
  const waiting = gate.pass(away.signal)
  gate.set(true)
  gate.set(false)
  away.abort(new Error('called away'))
  await expect(waiting).rejects.toThrow('called away')
  await expect(gate.pass(away.signal)).rejects.toThrow('called away')
})
