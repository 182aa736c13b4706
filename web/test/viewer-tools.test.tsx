import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withAnnotations } from './support/annotated-slide.ts'
import { openApp } from './support/app.tsx'

test('every tool has a name and an icon of its own, and each column says what it is for', async () => {
  const { slide, answers } = withAnnotations('manager')
  await openApp(`/slide/${slide.id}`, 'manager', answers)
  const measuring = page.getByRole('toolbar', { name: 'Tools' })
  const annotating = page.getByRole('toolbar', { name: 'Annotate' })
  await expect.element(measuring.getByRole('heading', { name: 'Measure' })).toBeVisible()
  await expect.element(annotating.getByRole('heading', { name: 'Annotate' })).toBeVisible()
  const bar = page.getByRole('toolbar', { name: 'Magnification' })
  const buttons = [measuring, annotating, bar].flatMap((each) => each.getByRole('button').elements())
  expect(buttons.filter((button) => !button.getAttribute('aria-label') && button.textContent === '')).toEqual(
    [],
  )
  const icons = buttons.flatMap((button) => button.querySelector('svg')?.innerHTML ?? [])
  expect(icons.length).toBeGreaterThan(20)
  expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([])
})
