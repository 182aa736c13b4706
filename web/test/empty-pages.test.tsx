import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'

const main = page.getByRole('main')
const grant = 'An Organization Admin can give it to you.'

for (const [path, what] of [
  ['/uploads', 'to upload scan files'],
  ['/reports', 'to see figures about scan files'],
] as const) {
  test(`a guest is told which right is missing on ${path}, and who can grant it`, async () => {
    await openApp(path, 'guest')
    await expect.element(main).toMatchTextContent(`You need the role User ${what}. ${grant}`)
  })
}

test('an organisation without a file is told how its first report comes about', async () => {
  await openApp('/reports', 'user')
  await expect.element(main.getByRole('heading', { name: 'Nothing to report yet' })).toBeVisible()
  await expect.element(main).not.toMatchTextContent('You need the role')
  await main.getByRole('link', { name: 'Upload slides' }).click()
  await expect.element(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
})

test('a project without a slide leads to uploads', async () => {
  const project = makeProject({ name: 'Empty' })
  await openApp(`/project/${project.id}`, 'manager', withProjects(project))
  await expect.element(main.getByRole('heading', { name: 'No slides in this project yet' })).toBeVisible()
  await expect.element(main).not.toMatchTextContent('You need the role')
  await main.getByRole('button', { name: 'Upload', exact: true }).last().click()
  await expect.element(page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible()
})

test('who may not read the audit log is told who may', async () => {
  await openApp('/reports?tab=audit', 'user')
  await expect.element(main).toMatchTextContent('The audit log is for managers')
})
