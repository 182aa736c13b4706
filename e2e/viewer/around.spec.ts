import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SlideHistoryEntry } from '@cresyl/contract/slides/slide-history'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import type { Locator, Page } from '@playwright/test'
import { insertSlides } from '../support/insert-slides.ts'
import { isolated } from '../support/isolated.ts'
import { accessToken, goWithin, organizationOf, signInAs } from '../support/person.ts'
import { uniqueName } from '../support/project-steps.ts'
import { setImageState, setQcState } from '../support/slide-rows.ts'
import { openViewer, pane, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { whenAddressHas } from '../support/waiting.ts'

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.get(`/api/${path}`, { headers })
  expect(reply.status(), path).toBe(200)
  return (await reply.json()) as Answer
}

const number = (value: number) => value.toLocaleString('en-GB')

/** What stands beside a name in a section of the panel. */
const fact = (page: Page, section: string, name: string): Locator =>
  page
    .getByRole('region', { name: section, exact: true })
    .locator(`xpath=.//dt[normalize-space()="${name}"]/following-sibling::dd[1]`)

async function openInfo(page: Page): Promise<void> {
  for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 0.99 })
  await page.getByRole('tab', { name: 'Info' }).click()
  await expect(page.getByRole('region', { name: 'Slide', exact: true })).toBeVisible()
}

test('the tray leads through the slides of the project, and the panel tells what is known of each', async ({
  page,
  slides,
  product,
  complaints,
}) => {
  complaints.expect(/409|404/)
  const { slide } = slides.of('steep')
  await setQcState(product, slide.id, 'warned')
  await openViewer(page, slides.of('steep'))
  const tray = page.getByRole('complementary', { name: 'Slides' })
  const rows = tray.locator('[data-row-link]')
  const { results } = await read<{ results: { id: string; name: string }[] }>(
    page,
    `slides/?project_id=${slides.projectId}&ordering=name&limit=-1`,
  )
  await expect(rows).toHaveCount(results.length)
  for (const [index, { name }] of results.entries()) await expect(rows.nth(index)).toContainText(name)
  const place = results.findIndex(({ id }) => id === slide.id)
  await expect(tray.getByText(`${place + 1} of ${results.length}`)).toBeVisible()
  await expect(tray.getByRole('link', { name: /^steep pyramid.*found something to review/ })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await test.step('with a thumbnail each', async () => {
    const thumbnail = tray.getByRole('link', { name: /^steep pyramid/ }).locator('img')
    await expect
      .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })

  await test.step('previous and next', async () => {
    const whenShown = async (wanted: { id: string; name: string } | undefined) => {
      await whenAddressHas(page, wanted?.id ?? 'none')
      await expect(pane(page)).toHaveAccessibleName(`Pane 1: ${wanted?.name}`)
      await whenLoaded(page)
    }
    await tray.getByRole('button', { name: 'Previous slide' }).click()
    await whenShown(results[place - 1])
    await page.keyboard.press('PageDown')
    await whenShown(slide)
    // Each is a step of the browser's own history.
    await page.goBack()
    await whenShown(results[place - 1])
    await page.goForward()
    await whenShown(slide)
    await page.keyboard.press('PageUp')
    await whenShown(results[place - 1])
    await tray.getByRole('button', { name: 'Next slide' }).click()
    await whenShown(slide)
  })

  await test.step('found by name', async () => {
    await tray.getByRole('searchbox').fill('stack')
    await expect(rows).toHaveCount(1)
    await rows.click()
    await expect(pane(page)).toHaveAccessibleName('Pane 1: stack')
    await tray.getByRole('searchbox').fill('nothing is called this')
    await expect(tray.getByText('No slides match. Try another search.')).toBeVisible()
    await tray.getByRole('searchbox').fill('')
  })

  await test.step('the panel tells what the server and the file say', async () => {
    const { slide: told, path } = slides.of('tissue')
    await tray.getByRole('link', { name: /^tissue/ }).click()
    await openInfo(page)
    const pyramid = await read<Pyramid>(page, `viewers/pyramids/${told.image_id}/`)
    await expect(fact(page, 'Slide', 'Name')).toHaveText(told.name)
    await expect(fact(page, 'Slide', 'Project')).toHaveText(told.project?.name ?? '')
    await expect(fact(page, 'Image', 'Pixel size')).toHaveText(`${pyramid.mpp_x} µm/px`)
    await expect(fact(page, 'Image', 'Size')).toHaveText(
      `${number(pyramid.width)} × ${number(pyramid.height)} px`,
    )
    await expect(fact(page, 'Image', 'Physical size')).toHaveText('1.2 × 0.8 mm')
    await expect(fact(page, 'Image', 'Pixels')).toHaveText('8-bit colour')
    const levels = page.getByRole('table', { name: /^Levels/ }).locator('tbody tr')
    await expect(levels).toHaveCount(pyramid.levels.length)
    for (const [index, { width, height }] of pyramid.levels.entries()) {
      await expect(levels.nth(index)).toContainText(`${number(width)} × ${number(height)}`)
    }
    const bytes = await readFile(path)
    await expect(fact(page, 'File', 'Name')).toHaveText('tissue.tiff')
    await expect(fact(page, 'File', 'Size')).toContainText(`(${number(bytes.length)} bytes)`)
    const hash = createHash('sha256').update(bytes).digest('hex')
    await expect(fact(page, 'File', 'SHA-256')).toContainText(hash)
    await expect(page.getByRole('list', { name: /^What happened to this slide/ })).toContainText(
      'viewed the slide',
    )
  })

  await test.step('of a slide with channels and planes as well', async () => {
    await tray.getByRole('link', { name: /^stack/ }).click()
    await expect(fact(page, 'Image', 'Pixels')).toHaveText('16-bit, 2 channels')
    await expect(fact(page, 'Image', 'Focus planes')).toHaveText('5, 2 µm apart')
    const channels = page.getByRole('region', { name: 'Channels', exact: true }).getByRole('listitem')
    await expect(channels).toHaveText([/^DAPI/, /^FITC/])
  })

  await test.step('a slide that is being read opens by itself; one that cannot be read or was deleted says so', async () => {
    const { slide: unread } = slides.of('pixel')
    await setImageState(product, unread.image_id, 'pending')
    await goWithin(page, `/slide/${unread.id}`)
    await expect(page.getByRole('heading', { name: 'This slide is being read' })).toBeVisible()

    await setImageState(product, unread.image_id, 'ready')
    await whenLoaded(page)

    await setImageState(product, unread.image_id, 'failed', 'The file ends in the middle of a tile.')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This slide could not be read' })).toBeVisible()
    await expect(page.getByText('The file ends in the middle of a tile.')).toBeVisible()
    await setImageState(product, unread.image_id, 'ready')
    await page.getByRole('button', { name: 'Try again' }).click()
    await whenLoaded(page)

    const rows = [{ name: uniqueName('Deleted'), projectId: null }]
    const [other] = await insertSlides(product, await organizationOf(page), rows)
    const headers = { Authorization: `Bearer ${await accessToken(page)}` }
    const deleted = await page.request.delete(`/api/slides/${other}/`, { headers })
    expect(deleted.status()).toBeLessThan(300)
    await goWithin(page, `/slide/${other}`)
    await expect(page.getByRole('heading', { name: 'Slide not found' })).toBeVisible()
  })
})

test('label and macro are revealed to who may see them, which the audit log keeps; a preset of the project is for all', async ({
  page,
  slides,
  openBrowser,
}) => {
  const { slide } = slides.of('unscaled')
  const revealed = async () => {
    const { results } = await read<{ results: SlideHistoryEntry[] }>(page, `slides/${slide.id}/history/`)
    return results.filter(({ event }) => event === 'label.revealed').length
  }
  await openViewer(page, slides.of('unscaled'))
  await openInfo(page)
  const label = page.getByRole('img', { name: 'Label of the slide' })
  await expect(page.getByRole('button', { name: 'Reveal label' })).toBeVisible()
  await expect(label).toBeHidden()
  await page.getByRole('button', { name: 'Reveal label' }).click()
  await expect(label).toBeVisible()
  await expect
    .poll(() => label.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  await expect.poll(revealed).toBe(1)
  await page.getByRole('button', { name: 'Hide label' }).click()
  await expect(label).toBeHidden()
  await page.getByRole('button', { name: 'Reveal macro' }).click()
  await expect(page.getByRole('img', { name: 'The whole glass with its label' })).toBeVisible()
  await expect.poll(revealed).toBe(2)
  await expect(page.getByRole('list', { name: /^What happened to this slide/ })).toContainText(
    'revealed the macro',
  )

  const guest = await openBrowser()
  await signInAs(guest, 'guest', `/slide/${slide.id}`)
  await whenLoaded(guest)
  await openInfo(guest)
  await expect(guest.getByRole('region', { name: 'Label and macro' })).toContainText(
    'They may name the patient',
  )
  await expect(guest.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
  const headers = { Authorization: `Bearer ${await accessToken(guest)}` }
  const refused = await guest.request.get(`/api/viewers/thumbnails/${slide.label_image_id}/`, { headers })
  expect(refused.status()).toBe(404)
  expect(await revealed()).toBe(2)

  await test.step('a preset of the project is saved, and another member chooses it', async () => {
    const name = uniqueName('Green only')
    const address = `/slide/${slides.of('stack').slide.id}`
    for (const each of [page, guest]) {
      await goWithin(each, address)
      await each.getByRole('tab', { name: 'Image' }).click()
      await expect(each.getByRole('button', { name: /^Hide .DAPI/ })).toBeVisible()
    }
    await pane(page).focus()
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: /presets.$/ }).click()
    await page.getByRole('menuitem', { name: 'Save as a preset…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as a preset' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${isolated(name)} saved.`)).toBeVisible()

    await guest.getByLabel('Preset', { exact: true }).click()
    await guest.getByRole('option', { name }).click()
    await expect(guest.getByRole('button', { name: /^Show .DAPI/ })).toBeVisible()
    await expect(guest.getByRole('button', { name: /^Hide .FITC/ })).toBeVisible()
    await guest.getByRole('button', { name: /presets.$/ }).click()
    await expect(guest.getByRole('menuitem', { name: 'Save as a preset…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})
