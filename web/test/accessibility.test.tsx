import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProject, newId, withProjects } from './support/organization.ts'
import { expectGone } from './support/steps.ts'

const project = makeProject({ name: 'Liver', description: 'Biopsies of this year.' })

/** Where each page is, and a heading that is there once its content is; none has that of the one before. */
const pages = {
  '/': 'Dashboard',
  '/models': 'Model',
  '/reports': 'Nothing to report yet',
  [`/project/${project.id}`]: 'No slides in this project yet',
  '/notifications': 'Notifications',
  [`/project/${newId()}`]: 'Project not found',
  '/uploads': 'Drop scan files or folders here',
  [`/project/${project.id}/old`]: 'Liver',
  '/manage-org': 'Manage organisation',
  '/?search=nothing-is-called-this': 'Nothing found',
  '/slide/1': 'Slide not found',
}

test('every page of the app is accessible', async () => {
  const { navigate } = await openApp('/', 'admin', withProjects(project))
  for (const [path, heading] of Object.entries(pages)) {
    document.title = ''
    if (path !== '/') navigate(path)
    await expect.element(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectGone(page.getByLabelText(/^Loading/))
    // The frame around them is the same.
    await expectAccessible(path, path === '/' ? undefined : page.getByRole('main'))
    expect.soft(document.title, path).not.toBe('')
  }
})
