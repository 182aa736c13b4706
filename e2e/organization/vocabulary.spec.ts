import type { Locator, Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { accessToken, signInAs } from '../support/person.ts'
import { chooseAction, uniqueName } from '../support/project-steps.ts'
import { editSlide, importSlide } from '../support/slide-steps.ts'
import { expect, test } from '../support/test.ts'

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function addStain(page: Page, stain: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.post('/api/stainers/', { headers, data: { stain_type: stain } })
  expect(reply.status()).toBe(201)
  return (await reply.json()).id
}

test('a tissue is put together from suggestions, and never twice', async ({ page }) => {
  await signInAs(page, 'manager', '/manage-org?tab=tissues')
  const species = uniqueName('Axolotl')
  const dialog = page.getByRole('dialog', { name: 'Add a tissue' })
  const suggestions = (group: string) => page.getByRole('listbox').getByRole('group', { name: group })

  await page.getByRole('button', { name: 'Add a tissue' }).click()
  await dialog.getByRole('combobox', { name: 'Organ' }).fill('kidn')
  await suggestions('Suggestions').getByRole('option', { name: 'Kidney' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Organ' })).toHaveValue('Kidney')
  await dialog.getByRole('combobox', { name: 'Species' }).fill(species)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(`${isolated(`Kidney · ${species}`)} was added.`)).toBeVisible()
  await expect(rowOf(page, 'Kidney').filter({ hasText: species })).toBeVisible()

  await test.step('what is in use comes first, and is not taken again', async () => {
    await page.getByRole('button', { name: 'Add a tissue' }).click()
    await dialog.getByRole('combobox', { name: 'Organ' }).fill('  KIDNEY ')
    await dialog.getByRole('combobox', { name: 'Species' }).fill('axolotl')
    await suggestions('In your organisation').getByRole('option', { name: species }).click()
    await expect(dialog.getByRole('status')).toHaveText(`${isolated(`Kidney · ${species}`)} exists already.`)
    await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  await test.step('nor by the server', async () => {
    const headers = { Authorization: `Bearer ${await accessToken(page)}` }
    const data = { organ: 'kidney', species: species.toUpperCase() }
    const reply = await page.request.post('/api/tissues/', { headers, data })
    expect(reply.status()).toBe(409)
    expect(await reply.json()).toMatchObject({ code: 'name_taken' })
  })
})

test('of two stains that are merged one stays, and is found by both names', async ({ page }) => {
  const kept = uniqueName('Picrosirius red')
  const merged = uniqueName('Sirius red')
  await signInAs(page, 'manager')
  await addStain(page, kept)
  await addStain(page, merged)
  await page.goto('/manage-org?tab=stains')
  await chooseAction(page, merged, 'Merge')
  const dialog = page.getByRole('dialog', { name: 'Merge with another stain' })
  await dialog.getByRole('combobox', { name: 'The stain to keep' }).fill(kept.slice(-8))
  await page.getByRole('option', { name: kept }).click()
  await dialog.getByRole('button', { name: `Merge into ${isolated(kept)}` }).click()
  await expect(page.getByText(`${isolated(merged)} was merged into ${isolated(kept)}.`)).toBeVisible()
  await expect(rowOf(page, kept)).toContainText(`also: ${merged}`)

  await page.getByRole('searchbox', { name: 'Search stains' }).fill(merged)
  await expect(page.getByRole('status').filter({ hasText: /^1 stain$/ })).toBeVisible()
  await expect(rowOf(page, kept)).toBeVisible()

  await page.getByRole('button', { name: 'Add a stain' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a stain' })
  await adding.getByRole('combobox', { name: 'Stain' }).fill(merged)
  await expect(adding.getByRole('status')).toContainText('which stands for both')
})

test('each stain says how many slides have it, as they change, and what becomes of them', {
  tag: '@long',
}, async ({ page, product }) => {
  // A slide is made, registered and read on the way.
  test.slow()
  const used = uniqueName('Masson')
  const kept = uniqueName('Trichrome')
  await signInAs(page, 'admin')
  const stainerId = await addStain(page, used)
  await addStain(page, kept)
  await page.goto('/manage-org?tab=stains')
  await expect(rowOf(page, used)).toContainText('not used')
  const slide = await importSlide(page, product)
  await editSlide(page, slide.id, { stainer_id: stainerId })
  await expect(rowOf(page, used)).toContainText('1 slide')

  await chooseAction(page, used, 'Delete')
  const deleting = page.getByRole('alertdialog')
  await expect(deleting).toContainText('The slide that has it keeps it until it is given another.')
  await deleting.getByRole('button', { name: 'Cancel' }).click()

  await chooseAction(page, used, 'Merge')
  const merging = page.getByRole('dialog', { name: 'Merge with another stain' })
  await expect(merging).toContainText('The slide that has it gets the other.')
  await merging.getByRole('combobox', { name: 'The stain to keep' }).fill(kept)
  await expect(page.getByRole('option', { name: kept })).toContainText('not used')
  await page.getByRole('option', { name: kept }).click()
  await merging.getByRole('button', { name: `Merge into ${isolated(kept)}` }).click()
  await expect(rowOf(page, kept)).toContainText('1 slide')
  await editSlide(page, slide.id, { stainer_id: null })
  await expect(rowOf(page, kept)).toContainText('not used')
})

test('a guest sees the words, and who may change them', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'guest', '/manage-org?tab=stains')
  const add = page.getByRole('button', { name: 'Add a stain' })
  await expect(rowOf(page, 'H&E')).toBeVisible()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription(/You need the role Manager to add stains/)
  await add.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${isolated('H&E')}`, exact: true }).click()
  for (const action of ['Edit', 'Merge …', 'Delete']) {
    await expect(page.getByRole('menuitem', { name: action })).toHaveAttribute('aria-disabled', 'true')
  }
})
