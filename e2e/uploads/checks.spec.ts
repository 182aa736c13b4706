import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import {
  chooseFiles,
  draftList,
  dropFiles,
  dropText,
  fileNamed,
  pressRow,
  startButton,
  uploadRow,
  waitForState,
} from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const errorList = (page: Page) => page.getByRole('region', { name: 'What is wrong with which file' })
const linesOf = async (page: Page) => ((await errorList(page).textContent()) ?? '').split('\n').sort()

test('every rule that a file breaks is told in the words of the catalogue, of all files at once', async ({
  page,
  files,
}) => {
  const broken = await files.broken()
  const good = [
    await files.sparse(uniqueFileName('good', 'svs'), 1024),
    await files.sparse(uniqueFileName('good', 'ome.tiff'), 2048),
  ]
  const paths = broken.flatMap(({ source }) => (typeof source === 'string' ? [source] : []))
  const inMemory = broken.flatMap(({ source }) => (typeof source === 'string' ? [] : [source]))
  await signInAs(page, 'user', '/uploads')
  await chooseFiles(page, [...paths, ...good])
  await chooseFiles(page, inMemory)

  const total = broken.length + good.length
  await expect(
    page.getByText(`${total} files: ${good.length} can be uploaded, ${broken.length} cannot`),
  ).toBeVisible()
  await expect(page.getByText(`${broken.length} files cannot be uploaded like this`)).toBeVisible()
  const expected = broken.flatMap(({ name, errors }) => errors.map((error) => `"${name}": ${error}`))
  await expect.poll(() => linesOf(page)).toEqual(expected.sort())
  await expect(startButton(page)).toHaveAccessibleName('Upload 2 files, 3 KB')

  await test.step('the row says the same', async () => {
    for (const { name, errors } of broken.slice(0, 4)) {
      for (const error of errors) await expect(uploadRow(page, name)).toContainText(error)
    }
  })

  await test.step('what no name can save is taken off the list', async () => {
    await page.getByRole('button', { name: 'Use suggested names' }).click()
    await expect(page.getByText(/^13 files: 7 can be uploaded, 6 cannot$/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove those with errors' }).click()
    await expect(page.getByText('7 files: all can be uploaded')).toBeVisible()
    await expect(errorList(page)).toBeHidden()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await expect(page.getByRole('heading', { name: 'Drop scan files or folders here' })).toBeVisible()
  })
})

test('a name that is offered, and one that is typed, is what the file is called from then on', async ({
  page,
  files,
}) => {
  const mark = uniqueFileName('x', 'svs')
  const [spaced, photo] = [`left lung ${mark}`, `photo-${mark.replace('.svs', '.jpg')}`]
  const offered = `left_lung_${mark}`
  const typed = `typed-${mark}`
  await signInAs(page, 'user', '/uploads')
  await dropFiles(page, [await files.sparse(photo, 3000)])
  await expect(page.getByText('1 file: it cannot be uploaded like this')).toBeVisible()
  await expect(startButton(page)).toHaveAttribute('aria-disabled', 'true')
  await dropFiles(page, [await files.sparse(spaced, 3000)])
  await page.getByRole('button', { name: `Use ${isolated(offered)}` }).click()
  await expect(uploadRow(page, offered)).toContainText(`on your computer: ${isolated(spaced)}`)

  await pressRow(page, photo, 'Change name or place')
  const dialog = page.getByRole('dialog', { name: 'Name and place of the slide' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await expect(dialog.getByText('File name is required')).toBeVisible()
  await name.fill('my slide')
  await expect(dialog.getByText('File name cannot contain spaces')).toBeVisible()
  await expect(dialog.getByText('File must have an extension')).toBeVisible()
  await name.fill(typed)
  await expect(dialog.getByText(`On your computer: ${isolated(photo)}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2 files: all can be uploaded')).toBeVisible()

  await startButton(page).click()
  for (const each of [offered, typed]) {
    await waitForState(page, each, 'Uploaded')
    expect(await fileNamed(page, each)).toMatchObject({ state: 'stored', media_type: 'svs', size: 3000 })
  }
})

test('what is dropped and is no new file is not taken, and the page says why', async ({ page, files }) => {
  const name = uniqueFileName('once', 'svs')
  const path = await files.sparse(name, 2000)
  await files.tree({ 'hidden/.DS_Store': 2000, 'hidden/desktop.ini': 2000 })
  await signInAs(page, 'user', '/uploads')
  await dropText(page, 'https://example.org/slide.svs')
  await expect(page.getByText('Text and links can’t be uploaded.')).toBeVisible()
  await expect(page).toHaveURL('/uploads')
  await dropFiles(page, [join(files.folder, 'hidden')])
  await expect(page.getByText('There are only hidden and system files in what you dropped')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Drop scan files or folders here' })).toBeVisible()

  await dropFiles(page, [path])
  await expect(page.getByText('1 file: it can be uploaded')).toBeVisible()
  await chooseFiles(page, [path])
  await expect(page.getByText(`“${isolated(name)}” is in the list already.`)).toBeVisible()
  await expect(draftList(page).getByRole('listitem')).toHaveCount(1)

  await test.step('another file of the same name is taken, with a warning', async () => {
    await dropFiles(page, [await files.sparse(join('again', name), 3000)])
    await expect(draftList(page).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByText(`More than one of these files is called “${isolated(name)}”.`)).toBeVisible()
  })
})
