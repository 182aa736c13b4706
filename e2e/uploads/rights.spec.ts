import { signInAs } from '../support/person.ts'
import { chooseFiles, dropFiles, startButton } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const grant = 'An Organization Admin can give it to you.'

test('a guest finds no place to drop files, but the reason and who can change it', async ({
  page,
  files,
}) => {
  await signInAs(page, 'guest', '/uploads')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'You can’t upload scan files here' })).toBeVisible()
  await expect(main).toContainText(`You need the role User to upload scan files. ${grant}`)
  await expect(main.getByRole('heading', { name: 'The files are not open to you' })).toBeVisible()
  await expect(main).toContainText(`You need the role User to see the files. ${grant}`)
  await expect(page.locator('input[type=file]')).toHaveCount(0)

  await dropFiles(page, [await files.sparse('one.svs', 2000)])
  await expect(page.getByRole('alert')).toContainText('You need the role User to upload scan files.')
  await expect(page).toHaveURL('/uploads')
})

test('a User may upload', async ({ page, files }) => {
  await signInAs(page, 'user', '/uploads')
  await chooseFiles(page, [await files.sparse('one.svs', 2000)])
  await expect(startButton(page)).toBeEnabled()
})

test('while the organisation is not known nothing can be uploaded, and the page says why', async ({
  page,
  complaints,
  files,
}) => {
  complaints.expect(/500/)
  await page.clock.install()
  await page.route('**/api/organizations/current/', (route) =>
    route.fulfill({ status: 500, json: { detail: 'No.', code: 'internal' } }),
  )
  await signInAs(page, 'user', '/uploads')
  const title = page.getByRole('heading', { name: 'You can’t upload scan files here' })
  await expect(async () => {
    await page.clock.fastForward(4000)
    await expect(title).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(page.getByRole('main')).toContainText('This needs an organisation')
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await dropFiles(page, [await files.sparse('one.svs', 2000)])
  await expect(page.getByRole('alert')).toContainText('This needs an organisation')
})
