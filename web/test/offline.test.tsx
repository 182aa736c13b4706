import { focusManager } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'

test('without a connection nothing is asked for at intervals until it is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const { server } = await openApp('/models', 'user')
  await expect.element(page.getByRole('heading', { name: 'Model', level: 1 })).toBeVisible()
  expect(focusManager.isFocused()).toBe(true)
  server.setCut(true)
  online.mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await expect.poll(() => focusManager.isFocused()).toBe(false)
  server.setCut(false)
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect.poll(() => focusManager.isFocused()).toBe(true)
  online.mockRestore()
})
