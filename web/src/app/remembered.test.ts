import { expect, test } from 'vitest'
import { memoryStore } from '../lib/storage/key-value-store.ts'
import { createPreferences } from '../lib/storage/preferences.ts'
import { readLast, readOver } from './remembered.tsx'

test('nothing remembered: the theme of the system and an open drawer', async () => {
  expect(await readLast(createPreferences(memoryStore()))).toEqual({ theme: 'system', drawer: 'open' })
})

test('the last choices on this device come first, then those of the person', async () => {
  const preferences = createPreferences(memoryStore())
  await preferences.setLast('theme', 'dark')
  await preferences.setLast('drawer', 'collapsed')
  const last = await readLast(preferences)
  expect(last).toEqual({ theme: 'dark', drawer: 'collapsed' })

  await preferences.set('ada', 'theme', 'light')
  expect(await readOver(last, (key) => preferences.get('ada', key))).toEqual({
    theme: 'light',
    drawer: 'collapsed',
  })
})

test('values nobody could have chosen, and stores that fail, change nothing', async () => {
  const base = { theme: 'dark', drawer: 'open' } as const
  expect(await readOver(base, () => Promise.resolve('sepia'))).toEqual(base)
  expect(await readOver(base, () => Promise.reject(new Error('The store is gone.')))).toEqual(base)
})
