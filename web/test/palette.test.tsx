import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { makeProject, makeSlide, withProjects } from './support/organization.ts'
import { after, emptyPage, pageOf, refuse } from './support/server.ts'
import { expectAddress, expectCount, expectGone, expectTexts } from './support/steps.ts'

const palette = page.getByRole('dialog', { name: 'Search and commands' })
const box = palette.getByRole('combobox')
const option = (name: string | RegExp) => palette.getByRole('option', { name })
const group = (name: string) => palette.getByRole('group', { name })

afterEach(() => page.viewport(1440, 900))

async function openPalette(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
}

test('projects, slides and commands are found by keys', async () => {
  const mark = 'خزعة <b>'
  const project = makeProject({ name: `${mark} project`, slide_count: 1 })
  const slide = makeSlide({ name: `${mark} slide`, project: { id: project.id, name: project.name } })
  await openApp('/', 'manager', {
    ...withProjects(project),
    listSlides: ({ query }) => pageOf(query.search ? [slide] : [], query),
  })
  await openPalette()
  await expect.element(group('Commands').getByRole('option', { name: 'New project' })).toBeVisible()
  await box.fill(mark)
  const found = { project: group('Projects').getByRole('option'), slide: group('Slides').getByRole('option') }
  await expectTexts(found.project, [/project1 slide$/])
  await expectCount(found.slide, 1)
  await expect.poll(() => found.slide.element().querySelector('mark')?.textContent).toBeTruthy()
  await expect.element(found.project).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(found.slide).toHaveAttribute('aria-selected', 'true')
  await expect.element(box).toHaveAttribute('aria-activedescendant', found.slide.element().id)
  await expectAccessible('the palette with what it has found', palette)
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await userEvent.keyboard('{ArrowUp}{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledWith(`/project/${project.id}`, '_blank', 'noopener')
  opened.mockRestore()
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectAddress(`/project/${project.id}`)
  await expectGone(palette)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('Enter before the answer opens what is found', async () => {
  const project = makeProject({ name: 'Hurried' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const projects = withProjects(project)
  const { server } = await openApp('/', 'manager', projects)
  await openPalette()
  server.answer({ listProjects: after(released, projects.listProjects) })
  await userEvent.keyboard('Hurried{Enter}')
  await expectAddress('/')
  release()
  await expectAddress(`/project/${project.id}`)
})

test('nothing found and failed searches say so and lead on', async () => {
  const { server } = await openApp('/', 'guest')
  const search = page.getByRole('button', { name: /^Search/ }).first()
  await search.click()
  await expect.element(box).toHaveFocus()
  await expectCount(option('Upload slides'), 0)
  await expectCount(option('New project'), 0)
  await box.fill('nothing is called this')
  await expect.element(palette.getByText(/^Nothing matches/).first()).toBeVisible()
  await expect.element(option('Go to the dashboard')).toBeVisible()
  server.answer({ listSlides: refuse('forbidden', { detail: 'The database is tired.' }) })
  await box.fill('tired')
  const failed = option('Slides could not be searched')
  await expect.element(failed).toMatchTextContent('The database is tired.')
  await expectAccessible('a search that failed', palette)
  server.answer({ listSlides: emptyPage })
  await failed.click()
  await expectGone(failed)
  await userEvent.keyboard('{Escape}')
  await expectGone(palette)
  await expect.element(search).toHaveFocus()
})

test('a new project can be made from anywhere, and a form is not left by accident', async () => {
  await openApp('/notifications', 'manager')
  await openPalette()
  await userEvent.keyboard('new proj{Enter}')
  const field = page.getByRole('dialog', { name: 'New project' }).getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('Half{Control>}k{/Control}')
  await expect.element(field).toHaveValue('Half')
  await expectCount(palette, 0)
})

test('on a phone the palette fills the screen', async () => {
  await page.viewport(390, 844)
  await openApp('/', 'user')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.element(box).toHaveFocus()
  expect(palette.element().getBoundingClientRect().width).toBe(390)
  await expectAccessible('the palette on a phone', palette)
  await palette.getByRole('button', { name: 'Close' }).click()
  await expectGone(palette)
})
