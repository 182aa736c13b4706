import { ApiError } from '@cresyl/contract/api/errors'
import type { Stainer } from '@cresyl/contract/lab/stainers'
import type { Tissue } from '@cresyl/contract/lab/tissues'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { newId, sometime } from './support/organization.ts'
import { pageOf, refuse } from './support/server.ts'
import {
  actionsFor,
  chooseAction,
  expectCount,
  expectGone,
  expectOff,
  isolated,
  saying,
  tableRow,
} from './support/steps.ts'

const stains = '/manage-org?tab=stains'
const term = () => ({ id: newId(), created_at: sometime, updated_at: sometime, version: 1 })
const makeStain = (stain_type: string, changes: Partial<Stainer> = {}): Stainer => ({
  ...term(),
  stain_type,
  aliases: [],
  use_count: 0,
  ...changes,
})
const listed = (...rows: Stainer[]) => ({
  listStainers: ({ query }: { query: { search?: string | undefined; limit: number; offset: number } }) =>
    pageOf(
      rows.filter((each) => [each.stain_type, ...each.aliases].join().includes(query.search ?? '')),
      query,
    ),
})

test('a tissue is put together from suggestions, and never twice', async () => {
  const rows: Tissue[] = []
  const { server } = await openApp('/manage-org?tab=tissues', 'manager', {
    listTissues: ({ query }) => pageOf(rows, query),
    createTissue({ body: { organ, species } }) {
      const tissue: Tissue = { ...term(), organ, species, aliases: [], use_count: 0 }
      rows.push(tissue)
      return tissue
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Add a tissue' })
  const organ = dialog.getByRole('combobox', { name: 'Organ' })
  const species = dialog.getByRole('combobox', { name: 'Species' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  const suggestions = (group: string) => page.getByRole('listbox').getByRole('group', { name: group })

  await page.getByRole('button', { name: 'Add a tissue' }).first().click()
  await organ.fill('kidn')
  await suggestions('Suggestions').getByRole('option', { name: 'Kidney' }).click()
  await expect.element(organ).toHaveValue('Kidney')
  await species.fill('Axolotl')
  await add.click()
  await expect.element(saying(`${isolated('Kidney · Axolotl')} was added.`)).toBeVisible()
  await expect.element(tableRow('Kidney')).toMatchTextContent('Axolotl')
  expect(server.sent('createTissue')).toMatchObject([{ body: { organ: 'Kidney', species: 'Axolotl' } }])

  // What is in use comes first, and is not taken again.
  await page.getByRole('button', { name: 'Add a tissue' }).first().click()
  await organ.fill('  KIDNEY ')
  await species.fill('axolotl')
  await suggestions('In your organisation').getByRole('option', { name: 'Axolotl' }).click()
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent(`${isolated('Kidney · Axolotl')} already exists.`)
  await expectOff(add)
})

test('a stain that someone else renamed meanwhile is theirs or ours, as chosen', async () => {
  let stain = makeStain('H&E')
  const { server } = await openApp(stains, 'manager', {
    listStainers: ({ query }) => pageOf([stain], query),
    updateStainer({ body: { version, ...changes } }) {
      if (version !== stain.version) throw new ApiError('stale_version', { current: stain })
      stain = { ...stain, ...(changes as Partial<Stainer>), version: stain.version + 1 }
      return stain
    },
  })
  await chooseAction('H&E', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit the stain' })
  const name = dialog.getByRole('combobox', { name: 'Stain' })
  await name.fill('HE')
  stain = { ...stain, stain_type: 'Haematoxylin', version: 2 }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else changed it')
  await expect.element(name).toHaveValue('HE')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(name).toHaveValue('Haematoxylin')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectGone(dialog)
  expect(server.sent('updateStainer').map(({ body }) => body)).toEqual([
    { stain_type: 'HE', version: 1 },
    { stain_type: 'HE', version: 2 },
  ])
})

test('a stain that the server knows by now is refused at the field', async () => {
  await openApp(stains, 'manager', { createStainer: refuse('name_taken') })
  await page.getByRole('button', { name: 'Add a stain' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a stain' })
  await dialog.getByRole('combobox', { name: 'Stain' }).fill('Our own stain')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(dialog).toMatchTextContent('already in use')
  await expect.element(dialog.getByRole('combobox', { name: 'Stain' })).toHaveValue('Our own stain')
})

test('of two stains that are merged one stays, and is found by both names', async () => {
  const kept = makeStain('Picrosirius red')
  const merged = makeStain('Sirius', { use_count: 1 })
  const both = { ...kept, aliases: ['Sirius'], use_count: 1, version: 2 }
  const { server } = await openApp(stains, 'manager', {
    ...listed(kept, merged),
    mergeStainer() {
      server.answer(listed(both))
      return both
    },
  })
  await expect.element(tableRow('Picrosirius red')).toMatchTextContent('not used')
  await expect.element(tableRow('Sirius').last()).toMatchTextContent('1 slide')
  await chooseAction('Sirius', 'Merge')
  const dialog = page.getByRole('dialog', { name: 'Merge with another stain' })
  await expect.element(dialog).toMatchTextContent('The slide that uses it will be updated.')
  await dialog.getByRole('combobox', { name: 'The stain to keep' }).fill('Picro')
  await expect.element(page.getByRole('option', { name: 'Picrosirius red' })).toMatchTextContent('not used')
  await page.getByRole('option', { name: 'Picrosirius red' }).click()
  await dialog.getByRole('button', { name: `Merge into ${isolated('Picrosirius red')}` }).click()
  await expect
    .element(saying(`${isolated('Sirius')} was merged into ${isolated('Picrosirius red')}.`))
    .toBeVisible()
  await expect.element(tableRow('Picrosirius red')).toMatchTextContent('also: Sirius')
  expect(server.sent('mergeStainer')).toMatchObject([
    { params: { id: merged.id }, body: { into_id: kept.id } },
  ])

  await page.getByRole('button', { name: 'Add a stain' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a stain' })
  await adding.getByRole('combobox', { name: 'Stain' }).fill('Sirius')
  await expect.element(adding.getByRole('status')).toMatchTextContent('was merged into')
})

test('each stain says how many slides have it, as they change, and what becomes of them', async () => {
  const used = makeStain('Masson')
  const { server } = await openApp(stains, 'admin', listed(used))
  await expect.element(tableRow('Masson')).toMatchTextContent('not used')
  server.answer({ ...listed({ ...used, use_count: 1 }), deleteStainer: undefined })
  server.tell({ resource: 'slides' })
  await expect.element(tableRow('Masson')).toMatchTextContent('1 slide')
  await chooseAction('Masson', 'Delete')
  const deleting = page.getByRole('alertdialog')
  await expect.element(deleting).toMatchTextContent('The slide that uses it keeps it.')
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(deleting)
  expect(server.sent('deleteStainer')).toEqual([])
})

test('a guest sees the words, and who may change them', async () => {
  await openApp(stains, 'guest', listed(makeStain('H&E')))
  const add = page.getByRole('button', { name: 'Add a stain' })
  await expect.element(tableRow('H&E')).toBeVisible()
  await expectOff(add)
  await expect.element(add).toHaveAccessibleDescription(/You need the role Manager to add stains/)
  await add.click({ force: true })
  await actionsFor('H&E').click()
  for (const action of ['Edit', 'Merge …', 'Delete']) {
    await expectOff(page.getByRole('menuitem', { name: action }))
  }
  await expectCount(page.getByRole('dialog'), 0)
})
