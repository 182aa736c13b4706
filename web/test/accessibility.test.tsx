import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProject, newId, withProjects } from './support/organization.ts'
import { expectGone } from './support/steps.ts'

const project = makeProject({ name: 'Liver', description: 'Biopsies of this year.' })

/** Where each page is, and a heading that is there once its content is. */
const pages = {
  '/': 'Dashboard',
  '/?search=nothing-is-called-this': 'Nothing found',
  '/models': 'Model',
  '/reports': 'Nothing to report yet',
  '/notifications': 'Notifications',
  '/uploads': 'Drop scan files or folders here',
  '/manage-org': 'Manage organisation',
  '/slide/1': 'Slide not found',
  [`/project/${project.id}`]: 'No slides in this project yet',
  [`/project/${project.id}/old`]: 'Liver',
  [`/project/${newId()}`]: 'This project is not here',
}

test('every page of the app is accessible', async () => {
  for (const [path, heading] of Object.entries(pages)) {
    const { close } = await openApp(path, 'admin', withProjects(project))
    await expect.element(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectGone(page.getByLabelText(/^Loading/))
    // The frame around them is the same.
    await expectAccessible(path, path === '/' ? undefined : page.getByRole('main'))
    expect.soft(document.title, path).not.toBe('')
    close()
  }
})
