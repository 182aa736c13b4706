import { expect, test } from 'vitest'
import { memoryStore } from './key-value-store.ts'
import { createPreferences } from './preferences.ts'

test('each person has their own value', async () => {
  const preferences = createPreferences(memoryStore())
  await preferences.set('ada', 'theme', 'dark')
  await preferences.set('grace', 'theme', 'light')
  expect(await preferences.get('ada', 'theme')).toBe('dark')
  expect(await preferences.get('grace', 'theme')).toBe('light')
  expect(await preferences.get('ada', 'panel')).toBeUndefined()
})

test('the last value of the device is apart from that of any person', async () => {
  const preferences = createPreferences(memoryStore())
  await preferences.setLast('theme', 'dark')
  expect(await preferences.getLast('theme')).toBe('dark')
  expect(await preferences.get('device', 'theme')).toBeUndefined()
})

test('user ids and keys cannot run into each other', async () => {
  const preferences = createPreferences(memoryStore())
  await preferences.set('a","b', 'c', 1)
  await preferences.set('a', 'b","c', 2)
  expect(await preferences.get('a","b', 'c')).toBe(1)
})

test('what is read is not the object that was written', async () => {
  const preferences = createPreferences(memoryStore())
  const widths = { left: 240 }
  await preferences.set('ada', 'panels', widths)
  widths.left = 0
  expect(await preferences.get('ada', 'panels')).toEqual({ left: 240 })
})
