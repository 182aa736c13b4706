import { addOrganization, addPerson, signInWithPassword } from '../support/people.ts'
import { signInAs } from '../support/person.ts'
import { seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

const grant = 'An Organization Admin can give it to you.'

test('a guest is told which right is missing, and who can grant it', async ({ page }) => {
  await signInAs(page, 'guest', '/uploads')
  const main = page.getByRole('main')
  await expect(main).toContainText(`You need the role User to upload scan files. ${grant}`)
  await page.goto('/reports')
  await expect(main).toContainText(`You need the role User to see figures about scan files. ${grant}`)
})

test('an organisation without a file is told how its first report comes about', async ({ page, product }) => {
  const { name } = await addOrganization(product, 'Blank')
  await signInWithPassword(page, await addPerson(product, { role: 'user', organization: name }))
  const main = page.getByRole('main')
  await page.goto('/reports')
  await expect(main.getByRole('heading', { name: 'There is nothing to report yet' })).toBeVisible()
  await expect(main).not.toContainText('You need the role')
  await main.getByRole('link', { name: 'Upload slides' }).click()
  await expect(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
})

test('no page without content leads in a circle', async ({ page }) => {
  await signInAs(page, 'manager')
  const { id } = await seedProject(page, { name: uniqueName('Empty') })
  const main = page.getByRole('main')
  await page.goto(`/project/${id}`)
  await expect(main.getByRole('heading', { name: 'No slides in this project yet' })).toBeVisible()
  await expect(main).not.toContainText('You need the role')
  await main.getByRole('button', { name: 'Upload', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
})
