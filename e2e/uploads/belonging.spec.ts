import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { chooseOfFile, searchFiles } from '../support/files-list-steps.ts'
import { isolated } from '../support/isolated.ts'
import { accessToken, signInAs } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { filesFound, slidesFound } from '../support/stored-files.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import {
  dropFiles,
  fileNamed,
  pressRow,
  startButton,
  upload,
  uploadList,
  uploadRow,
  waitForState,
} from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

// The service worker has to leave uploads and downloads alone.
test.use({ serviceWorkers: 'allow' })

const forAll = (page: Page) => page.getByRole('group', { name: 'For all new files' })

/** Types into a field that offers choices, and takes the one of this name. */
async function pick(page: Page, fields: Locator, label: string, name: string): Promise<void> {
  await fields.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

async function firstOf<Item>(page: Page, resource: 'tissues' | 'stainers'): Promise<[Item, Item]> {
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  const reply = await page.request.get(`/api/${resource}/`, { headers })
  return (await reply.json()).results.slice(0, 2)
}

test('project, tissue and stain, for all files and for one, reach the files and their slides; what is refused says why', async ({
  page,
  files,
  complaints,
}) => {
  complaints.expect(/409/)
  const mark = uniqueName('place').replace(' ', '-')
  const [first, second] = [`a-${mark}.tiff`, `b-${mark}.tiff`]
  const paths = await files.slides([first, second])
  await signInAs(page, 'manager', '/uploads')
  const project = await seedProject(page, { name: uniqueName('Chosen') })
  const [tissue] = await firstOf<{ id: string; organ: string }>(page, 'tissues')
  const [stain, otherStain] = await firstOf<{ id: string; stain_type: string }>(page, 'stainers')

  await dropFiles(page, paths)
  await pick(page, forAll(page), 'Project', project.name)
  const tissueField = forAll(page).getByRole('combobox', { name: 'Tissue' })
  await tissueField.fill(tissue.organ)
  await page.getByRole('option', { name: tissue.organ }).first().click()
  await pick(page, forAll(page), 'Stain', stain.stain_type)

  await pressRow(page, second, 'Edit name or project')
  const dialog = page.getByRole('dialog', { name: 'Name and project' })
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveValue(project.name)
  await pick(page, dialog, 'Stain', otherStain.stain_type)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(forAll(page).getByRole('combobox', { name: 'Stain' })).toHaveAttribute(
    'placeholder',
    'Various',
  )

  await startButton(page).click()
  const belonging = { project_id: project.id, project: { id: project.id, name: project.name } }
  await expect(page.getByRole('heading', { name: '2 of 2 files uploaded' })).toBeVisible()
  const stored = await filesFound(page, mark)
  expect(stored.find(({ name }) => name === first)).toMatchObject({ ...belonging, stainer_id: stain.id })
  expect(stored.find(({ name }) => name === second)).toMatchObject({
    ...belonging,
    stainer_id: otherStain.id,
  })
  const [chosenTissue] = stored.map(({ tissue_id }) => tissue_id)
  expect(stored.map(({ tissue_id }) => tissue_id)).toEqual([chosenTissue, chosenTissue])
  expect(chosenTissue).not.toBeNull()

  await expect.poll(async () => (await slidesFound(page, mark)).length, { timeout: 60_000 }).toBe(2)
  for (const slide of await slidesFound(page, mark)) {
    const isSecond = slide.file_id === stored.find(({ name }) => name === second)?.id
    expect(slide).toMatchObject({
      tissue: { id: chosenTissue },
      stainer: { id: isSecond ? otherStain.id : stain.id },
    })
  }
  await test.step('a file that is downloaded is byte for byte what was uploaded', async () => {
    await searchFiles(page, first)
    const downloading = page.waitForEvent('download')
    await chooseOfFile(page, first, 'Download')
    const download = await downloading
    expect(download.suggestedFilename()).toBe(first)
    expect((await readFile(await download.path())).equals(await readFile(paths[0] ?? ''))).toBe(true)
  })
  await page.getByRole('button', { name: 'Clear finished' }).click()

  await test.step('a failed upload says what to do, stays until it is dismissed, and can be tried again', async () => {
    const [name, other] = [uniqueFileName('Fails'), uniqueFileName('Fine')]
    const archived = await seedProject(page, { name: uniqueName('Archived meanwhile') })
    const setArchived = async (isArchived: boolean) => {
      const headers = { Authorization: `Bearer ${await accessToken(page)}` }
      const reply = await page.request.patch(`/api/projects/${archived.id}/`, {
        headers,
        data: { archived: isArchived },
      })
      expect(reply.status()).toBe(200)
    }
    await dropFiles(page, [await files.sparse(name, 2000)])
    await pick(page, forAll(page), 'Project', archived.name)
    await setArchived(true)
    await startButton(page).click()
    await waitForState(page, name, 'Failed')
    await expect(uploadRow(page, name)).toContainText('This project is archived and takes no more slides.')
    await expect(uploadRow(page, name)).toContainText('Retry. If it fails again')
    await expect(page.getByText('1 failed', { exact: true })).toBeVisible()

    await setArchived(false)
    await pressRow(page, name, 'Retry')
    await waitForState(page, name, 'Uploaded')
    expect(await fileNamed(page, name)).toMatchObject({ state: 'stored', project_id: archived.id })

    await test.step('what is finished is cleared, what failed stays', async () => {
      await setArchived(true)
      await upload(page, [await files.sparse(other, 2000)])
      await waitForState(page, other, 'Failed')
      await page.getByRole('button', { name: 'Clear finished' }).click()
      await expect(uploadList(page).getByRole('listitem')).toHaveCount(1)
      await pressRow(page, other, 'Dismiss')
      await expect(page.getByRole('heading', { name: 'Drop scan files or folders here' })).toBeVisible()
    })
  })
})

test('a project is created on the spot, and remembered for the next files', { tag: '@long' }, async ({
  page,
  files,
}) => {
  const mark = uniqueName('spot').replace(' ', '-')
  const project = uniqueName('Made while uploading')
  await signInAs(page, 'manager', '/uploads')
  await dropFiles(page, [await files.sparse(`a-${mark}.svs`, 2000)])
  const field = forAll(page).getByRole('combobox', { name: 'Project' })
  await expect(field).toHaveAttribute('placeholder', 'Unsorted')
  await field.fill(project)
  await page.getByRole('option', { name: `Create project “${isolated(project)}”` }).click()
  await expect(page.getByText(`“${isolated(project)}” was created.`)).toBeVisible()
  await expect(field).toHaveValue(project)
  await startButton(page).click()
  await expect(page.getByRole('heading', { name: '1 of 1 file uploaded' })).toBeVisible()

  await dropFiles(page, [await files.sparse(`b-${mark}.svs`, 2000)])
  await expect(field).toHaveValue(project)
  await startButton(page).click()
  await expect(page.getByRole('heading', { name: '2 of 2 files uploaded' })).toBeVisible()
  const stored = await filesFound(page, mark)
  expect(stored.map((file) => file.project?.name)).toEqual([project, project])
})
