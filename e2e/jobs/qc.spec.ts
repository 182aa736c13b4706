import { messages } from '@cresyl/contract/api/messages'
import type { Page } from '@playwright/test'
import { expectAccessible, expectContrast } from '../support/accessible.ts'
import { beginRun } from '../support/begin-run.ts'
import { goWithin, signInAs } from '../support/person.ts'
import { pixelAt, seenPixels } from '../support/viewer-pixels.ts'
import { pane, picture, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'

// They look at the same two slides, one after the other.
test.describe.configure({ mode: 'default' })

const panelOf = (id: string) => `/slide/${id}?panel=qc`
/** The rest of the page is looked at in viewer/accessibility.spec.ts. */
const panel = '[role="tabpanel"]'
const verdict = (page: Page, word: string) => page.getByRole('heading', { name: word, exact: true })
const focusRow = (page: Page) => page.getByRole('button', { name: 'Show on the slide: Out of focus' })
const value = (page: Page) => page.locator('[data-overlay-value]')

/** Points at a place of the picture, from 0 to 1, and reads the value there; NaN where there is none. */
async function valueAt(page: Page, x: number, y: number): Promise<number> {
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('There is no picture.')
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 2 })
  await expect(value(page)).not.toHaveText('')
  return Number(await value(page).textContent())
}

test('a heat map lies where a slide is blurred; a manager overrides its failure with a reason, by itself or to run a predictor, and everyone sees who', async ({
  page,
  openBrowser,
  checked,
  complaints,
}) => {
  complaints.expect(/503/)
  expect(checked.sharp.qc_state).toBe('passed')
  await signInAs(page, 'manager', panelOf(checked.blurred.id))
  await whenLoaded(page)
  await expect(verdict(page, 'Failed')).toBeVisible()
  await expect(page.getByText(/out of focus/).first()).toBeVisible()

  const before = await seenPixels(page)
  await focusRow(page).click()
  await expect(page.locator('.overlay-layer')).toBeVisible()
  // Left and right of the middle, away from what floats over the picture.
  await expect.poll(() => valueAt(page, 0.42, 0.5)).toBeLessThan(0.08)
  await expect.poll(() => valueAt(page, 0.58, 0.5)).toBeGreaterThan(0.25)
  const redness = (pixels: typeof before, x: number) => {
    const [red = 0, green = 0] = pixelAt(pixels, Math.round(x * pixels.width), Math.round(pixels.height / 2))
    return red - green
  }
  const grown = (after: typeof before, x: number) => redness(after, x) - redness(before, x)
  const redder = async () => {
    const after = await seenPixels(page)
    return grown(after, 0.42) - grown(after, 0.58)
  }
  await expect.poll(redder, { message: 'how much redder what is blurred became' }).toBeGreaterThan(40)

  // Mirrored, what is bad is at the other side; so it is turned by half a circle.
  await page.keyboard.press('m')
  await expect.poll(() => valueAt(page, 0.58, 0.5)).toBeLessThan(0.08)
  await page.keyboard.press('Shift+M')
  await expect.poll(() => valueAt(page, 0.42, 0.5)).toBeGreaterThan(0.25)
  await page.keyboard.press('u')

  // Only what lies beyond a limit.
  await page.getByRole('slider', { name: 'Show only' }).press('Home')
  await expect
    .poll(async () => Math.abs(redness(await seenPixels(page), 0.42) - redness(before, 0.42)))
    .toBeLessThan(10)
  await page.getByRole('slider', { name: 'Show only' }).press('End')

  await expectAccessible(page, 'the tab of quality control', panel)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'the tab of quality control in the dark', panel)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page).toHaveURL(/[?&]q1=[^&]*focus/)
  const overlay = new URL(page.url()).searchParams
  // On a slider, keys are the slider's.
  await pane(page).focus()
  await page.keyboard.press('Shift+Q')
  await expect(page.getByText(/^Place 1 of \d+/).first()).toBeVisible()
  await expect
    .poll(() => valueAt(page, 0.5, 0.5), { message: 'the middle of the worst place' })
    .toBeLessThan(0.08)
  await page.keyboard.press('Shift+Alt+Q')
  await expect(page.getByText(/^Place (\d+) of \1/).first()).toBeVisible()
  await page.keyboard.press('Shift+H')
  await expect(page.locator('.overlay-layer')).toHaveCount(0)
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog').getByText('Shift+Q', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Override', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Override the quality check?' })
  await expect(dialog.getByRole('button', { name: 'Override' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'the dialog of an override', '[role="dialog"]')
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Only the left is blurred.')

  // What fails is said in these words.
  await page.route(/api\/qc-jobs\/[^/]+\/$/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { detail: 'The database is away.' } })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Override' }).click()
  await expect(
    page.getByText(messages.qcOverride.updateFailed('The database is away.')).first(),
  ).toBeVisible()
  await page.unroute(/api\/qc-jobs\/[^/]+\/$/)
  await dialog.getByRole('button', { name: 'Override' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Only the left is blurred.').first()).toBeVisible()
  const badge = /^QC overridden by \S+/
  await expect(page.getByText(badge).first()).toBeVisible()
  await expect(page.getByRole('alertdialog'), 'nobody asks to take it back').toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Show on the slide: Tissue' }).click()
  await page.getByRole('button', { name: 'Download as GeoJSON' }).click()
  expect((await download).suggestedFilename()).toBe('blurred on the left-tissue.geojson')

  const guest = await openBrowser()
  // The address shows the same to whoever is given it.
  await signInAs(guest, 'guest', `${panelOf(checked.blurred.id)}&${overlay}`)
  await guest.locator('.overlay-layer').waitFor()
  await expect(guest.getByText(badge).first()).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Undo override' })).toHaveAttribute('aria-disabled', 'true')
  await expect(guest.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true')
  await goWithin(guest, `/project/${checked.projectId}?overridden=yes`)
  await expect(guest.getByRole('gridcell')).toHaveCount(1)
  await expect(guest.getByRole('gridcell').getByText(badge)).toBeVisible()

  await page.getByRole('button', { name: 'Undo override' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo override' }).press('Enter')
  await expect.poll(async () => (await checked.now('blurred')).qc_overridden).toBe(false)

  await test.step('what keeps a predictor away is overridden in three steps, each tried again by itself', async () => {
    await page.getByRole('tab', { name: 'Results' }).click()
    await page.getByRole('button', { name: 'Run a predictor' }).click()
    const asking = page.getByRole('dialog', { name: 'Run a predictor' })
    await asking.getByRole('combobox', { name: 'Predictor' }).click()
    await page.getByRole('option', { name: /^Colour deconvolution/ }).click()
    await expect(asking.getByText('Quality control blocks predictors on this slide.')).toBeVisible()
    await expect(asking.getByRole('button', { name: 'Run', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await asking.getByRole('button', { name: 'Override and run…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Override the quality check?' })
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('The right half is sharp.')

    const asked: string[] = []
    page.on('request', (request) => {
      const [, resource] = /api\/(qc-jobs|inference-jobs)\//.exec(request.url()) ?? []
      if (resource && request.method() !== 'GET') asked.push(`${request.method()} ${resource}`)
    })
    const { updateFailed, createFailed, stateFailed } = messages.qcOverride
    for (const [method, resource, sentence, button] of [
      ['PATCH', 'qc-jobs', updateFailed, 'Override and run'],
      ['POST', 'inference-jobs', createFailed, 'Override and run'],
      ['PATCH', 'inference-jobs', stateFailed, 'Continue'],
    ] as const) {
      const address = new RegExp(`api/${resource}/`)
      await page.route(address, (route) =>
        route.request().method() === method
          ? route.fulfill({ status: 503, json: { detail: 'The database is away.' } })
          : route.continue(),
      )
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog.getByText(sentence('The database is away.'))).toBeVisible()
      await page.unroute(address)
    }
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toBeHidden()
    expect(asked).toEqual([
      ...['PATCH qc-jobs', 'PATCH qc-jobs', 'POST inference-jobs'],
      ...['POST inference-jobs', 'PATCH inference-jobs', 'PATCH inference-jobs'],
    ])

    const run = page.getByRole('listitem', { name: /^Colour deconvolution/ })
    await expect(run.getByText('Done', { exact: true })).toBeVisible({ timeout: 40_000 })
    await expect(run.getByText(/^QC overridden by \S+/)).toBeVisible()
    await run.getByRole('button', { name: 'How was this made?' }).click()
    const origin = run.getByRole('group', { name: 'How this was made' })
    await expect(origin.getByText('The right half is sharp.')).toBeVisible()
    await expectAccessible(page, 'the results of a slide', panel)
    await run.getByRole('button', { name: 'Open beside: Stains' }).click()
    await whenLoaded(page, 1)

    await page.getByRole('tab', { name: 'QC' }).click()
    await page.getByRole('button', { name: 'Undo override' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo override' }).press('Enter')
    await expect.poll(async () => (await checked.now('blurred')).qc_overridden).toBe(false)
  })
})

test('limits say what they would change before they do, and slides are judged anew', async ({
  page,
  checked,
}) => {
  await signInAs(page, 'admin', '/manage-org?tab=quality')
  const focus = page.getByRole('group', { name: 'Out of focus' })
  const save = page.getByRole('button', { name: 'Save changes' })
  await focus.getByRole('textbox', { name: 'Failed above' }).fill('3')
  await expect(focus.getByText(/A warning must come before the failure/)).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await focus.getByRole('textbox', { name: 'Failed above' }).fill('99')
  await expect(
    page.getByText(/This would change \d+ of \d+ checked slides: 1 from failed to warning/),
  ).toBeVisible()
  await expectAccessible(page, 'the limits of quality control', 'main')
  await save.click()
  await expect.poll(async () => (await checked.now('blurred')).qc_state, { timeout: 30_000 }).toBe('warned')
  await expect(page.getByRole('status').filter({ hasText: 're-assessed' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Reset Out of focus to the default' }).click()
  await expect(page.getByText(/1 from warning to failed/)).toBeVisible()
  await save.click()
  await expect.poll(async () => (await checked.now('blurred')).qc_state, { timeout: 30_000 }).toBe('failed')
})

test('slides of a list are checked together, and the dashboard leads to those that failed; what is done of a run lies over the slide before it has ended, and goes when it is cancelled', async ({
  page,
  product,
  checked,
}) => {
  await signInAs(page, 'user')
  await page
    .getByRole('list', { name: 'Slides by quality control' })
    .getByRole('link', { name: /^\d+ Failed$/ })
    .click()
  await expect(page).toHaveURL(/\/project\/all\?state=failed/)
  await expect(page.getByRole('gridcell').filter({ hasText: 'blurred on the left' })).toBeVisible()

  const job = checked.sharp.qc_job_id
  await goWithin(page, `/project/${checked.projectId}`)
  await page.getByRole('gridcell').filter({ hasText: 'sharp everywhere' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Check quality' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check quality' }).click()
  const strip = page.getByRole('region', { name: 'Changes to slides' })
  await expect(strip).toBeVisible()
  await expect(strip.getByRole('status')).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await checked.now('sharp')).qc_job_id).not.toBe(job)
  expect((await checked.now('sharp')).qc_state).toBe('passed')

  const headers = { Authorization: `Bearer ${await product.tokenOf('user')}` }
  const ask = async (path: string, init?: RequestInit) =>
    (
      await fetch(`${product.origin}/api/${path}`, { ...init, headers: { ...headers, ...init?.headers } })
    ).json()
  await ask('predictors/')
  const { id: organizationId } = await ask('organizations/current/')
  await goWithin(page, `/slide/${checked.sharp.id}?panel=results`)
  await whenLoaded(page)
  const before = await seenPixels(page)
  const middle = (pixels: typeof before) =>
    pixelAt(pixels, Math.round(0.45 * pixels.width), Math.round(pixels.height / 2))
  const seen = async () => {
    const [red = 0, green = 0] = middle(await seenPixels(page))
    return green > 150 && red < 50
  }

  const runId = await beginRun(product, organizationId, checked.sharp)
  const legend = page.getByRole('group', { name: 'Stain normalisation, live preview' })
  await expect(legend.getByText('1 part done')).toBeVisible()
  await expect.poll(seen).toBe(true)
  const run = page.getByRole('listitem').filter({ hasText: 'Stain normalisation' })
  await expect(run.getByText('Running', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a run that is shown as it is made', panel)

  await run.getByRole('button', { name: 'Live preview' }).click()
  await expect.poll(seen).toBe(false)
  await run.getByRole('button', { name: 'Show live preview' }).click()
  await expect.poll(seen).toBe(true)

  await run.getByRole('button', { name: 'Cancel' }).click()
  await expect(run.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(legend).toBeHidden()
  expect(middle(await seenPixels(page))).toEqual(middle(before))
  expect(await ask(`inference-jobs/${runId}/`)).toMatchObject({ state: 'cancelled' })

  await test.step('one is made again with one click, and compared with the one before', async () => {
    const predictors = await ask('predictors/?limit=-1')
    const tissueMap = predictors.results.find(
      ({ manifest }: { manifest: { id: string } }) => manifest.id === 'tissue-map',
    )
    const { image_id } = await checked.now('sharp')
    await ask('inference-jobs/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ input_image_id: image_id, predictor_id: tissueMap.id }),
    })
    const runs = page.getByRole('listitem').filter({ hasText: 'Tissue map' })
    const done = runs.filter({ has: page.getByText('Done', { exact: true }) })
    await expect(done).toHaveCount(1, { timeout: 60_000 })

    await done.getByRole('button', { name: 'Run again' }).click()
    await expect(done).toHaveCount(2, { timeout: 60_000 })
    await done.first().getByRole('button', { name: 'Compare with the previous run' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tissue map: two runs compared' })
    await expect(dialog.getByText('Both used the same')).toBeVisible()
    const tissue = dialog.getByRole('row').filter({ hasText: 'mm²' })
    await expect(tissue.getByRole('cell').last()).toHaveText('none')
    await expectAccessible(page, 'two runs compared', '[role="dialog"]')
  })
})
