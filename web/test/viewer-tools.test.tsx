import { identity } from '@cresyl/contract/slides/affine'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paintTools } from '../src/engine/viewer/tools/paint-tools.ts'
import { freshTools } from '../src/engine/viewer/tools/tools-state.ts'
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

test('Ctrl+Z takes back what was done last, whether it was measured or drawn', async () => {
  const { slide, answers, there } = withAnnotations('manager', { name: 'Region' })
  await openApp(`/slide/${slide.id}?panel=annotations`, 'manager', answers)
  const measured = page.getByRole('region', { name: 'Measurements' })
  const field = measured.getByText('Field 1', { exact: true })
  const row = page.getByRole('region', { name: 'Annotations' }).getByRole('button', { name: 'Show' })
  await expect.element(row).toBeVisible()
  await userEvent.keyboard('c.')
  await expect.element(field).toBeVisible()
  await measured.getByRole('button', { name: 'Remove field 1' }).click()
  await expect.element(field).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(field).toBeVisible()

  await row.click()
  await userEvent.keyboard('{Delete}')
  await expect.poll(there).toHaveLength(0)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(there).toHaveLength(1)
  await expect.element(field).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(field).not.toBeInTheDocument()
  expect(there()).toHaveLength(1)
})

test('a key that this person may not use says why', async () => {
  const { slide, answers } = withAnnotations('user', { name: 'Region' })
  await openApp(`/slide/${slide.id}?panel=annotations`, 'guest', answers)
  await expect.element(page.getByRole('button', { name: 'Show' })).toBeVisible()
  await userEvent.keyboard('r')
  await expect.element(page.getByRole('status').filter({ hasText: 'to draw annotations' })).toBeVisible()
})

test('the annotation that a link names is gone to once, not again when its tab is opened again', async () => {
  const { slide, answers, there } = withAnnotations('user', { name: 'Region' })
  const [{ id } = { id: '' }] = there()
  await openApp(`/slide/${slide.id}?panel=annotations&annotation=${id}`, 'user', answers)
  const details = page.getByRole('region', { name: 'Details' })
  await expect.element(details).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(details).not.toBeInTheDocument()
  await page.getByRole('tab', { name: 'Image' }).click()
  await page.getByRole('tab', { name: 'Annotations' }).click()
  await expect.element(page.getByRole('button', { name: 'Show' })).toBeVisible()
  expect(details.query()).toBeNull()
})

test('a small area that was measured stays in sight beside its figures', () => {
  const size = { width: 400, height: 300 }
  const context = Object.assign(document.createElement('canvas'), size).getContext('2d')
  if (context === null) throw new Error('No canvas')
  const points = [
    { x: 180, y: 130 },
    { x: 220, y: 130 },
    { x: 220, y: 170 },
    { x: 180, y: 170 },
  ]
  const state = { ...freshTools, measurements: [{ id: '1', kind: 'area' as const, points }] }
  const space = sourceSpace({ frame: 'scan', ...size })
  paintTools(context, { state, space, toScreen: identity, size, locale: 'en-GB' })
  const { data } = context.getImageData(190, 140, 20, 20)
  expect(data.every((value) => value === 0)).toBe(true)
})
