import { join } from 'node:path'
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
