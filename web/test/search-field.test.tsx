import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchField } from '../src/ui/list/search-field.tsx'

test('what is typed while the address is still on its way stays, and another address is followed', async () => {
  const asked: string[] = []
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    document.body.replaceChildren()
  })
  const show = (search: string) =>
    root.render(<SearchField label="Search" search={search} onSearch={(text) => asked.push(text)} />)
  show('')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.click()
  await userEvent.keyboard('ki{Enter}dney')
  expect(asked[0]).toBe('ki')
  show('ki')
  await expect.poll(() => asked.at(-1)).toBe('kidney')
  await expect.element(field).toHaveValue('kidney')
  show('kidney')
  show('liver')
  await expect.element(field).toHaveValue('liver')
})
