import { textLimits } from '@cresyl/contract/limits'
import { isolated } from '../support/isolated.ts'
import { goWithin, signInAs } from '../support/person.ts'
import {
  chooseAction,
  openCreateDialog,
  openEditDialog,
  projectMenu,
  rowOf,
  search,
  seedProject,
  uniqueName,
} from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

test('a project lives: created, found, edited, archived, taken out, deleted, restored', async ({ page }) => {
  const name = uniqueName('Kidney')
  const renamed = `${name} cortex`
  const saying = (text: string) => page.getByRole('status').filter({ hasText: text })
  const show = (state: string) => page.getByRole('button', { name: state, exact: true }).click()
  await signInAs(page, 'admin')

  const dialog = await openCreateDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Description' }).fill('PAS and silver stains.')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('PAS and silver stains.')).toBeVisible()
  await expect(saying(`“${isolated(name)}” was created.`)).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await search(page, name)
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
  await expect(rowOf(page, name)).toContainText('PAS and silver stains.')

  await chooseAction(page, name, 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit project' })
  await editing.getByRole('textbox', { name: 'Name' }).fill(renamed)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, renamed)).toBeVisible()

  await chooseAction(page, renamed, 'Archive')
  await expect(saying(`“${isolated(renamed)}” was archived.`)).toBeVisible()
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Archived')
  await chooseAction(page, renamed, 'Take out of the archive')
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Active')
  await expect(rowOf(page, renamed)).toBeVisible()

  await chooseAction(page, renamed, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this project?' })
  await expect(question).toContainText(renamed)
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Deleted')
  await chooseAction(page, renamed, 'Restore')
  await expect(rowOf(page, renamed)).toBeHidden()
  await show('Active')
  await expect(rowOf(page, renamed)).toBeVisible()
})

test('archiving can be undone at once', { tag: '@long' }, async ({ page }) => {
  const name = uniqueName('Undone')
  await signInAs(page, 'manager')
  await seedProject(page, { name })
  await page.goto('/')
  await chooseAction(page, name, 'Archive')
  await expect(rowOf(page, name)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, name)).toBeVisible()
})

test('an archived project says so, cannot be edited and can be taken out on its page', {
  tag: '@long',
}, async ({ page }) => {
  const name = uniqueName('Finished')
  await signInAs(page, 'manager')
  const { id } = await seedProject(page, { name })
  await goWithin(page, `/project/${id}`)
  await chooseAction(page, name, 'Archive')
  await expect(page.getByText('This project is archived')).toBeVisible()
  await projectMenu(page).click()
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(edit).toContainText('Take it out of the archive first.')
  await page.keyboard.press('Escape')
  const upload = page.getByRole('button', { name: 'Upload', exact: true }).first()
  await expect(upload).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('note').getByRole('button', { name: 'Take out of the archive' }).click()
  await expect(page.getByText('This project is archived')).toBeHidden()
  await expect(upload).not.toHaveAttribute('aria-disabled', 'true')
})

test('a name that is taken is said beside the field, and nothing typed is lost', async ({
  page,
  complaints,
}) => {
  complaints.expect(/409/)
  const name = uniqueName('Taken')
  await signInAs(page, 'manager')
  await seedProject(page, { name })
  const dialog = await openCreateDialog(page)
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await field.fill(name)
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Typed with care.')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(field).toHaveAccessibleDescription(/exists already/)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed with care.')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await field.fill(`${name} again`)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: `${name} again` })).toBeVisible()
})

test('a name is required and has a limit', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'manager')
  const dialog = await openCreateDialog(page)
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await field.fill('   ')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(field).toHaveAccessibleDescription('A name is required.')
  await field.fill('n'.repeat(textLimits.name + 1))
  await expect(field).toHaveAccessibleDescription(`A name has at most ${textLimits.name} characters.`)
})

for (const way of ['Escape', 'a click beside it'] as const) {
  test(`${way} closes a form at once only while nothing is typed`, { tag: '@long' }, async ({ page }) => {
    const close = () => (way === 'Escape' ? page.keyboard.press('Escape') : page.mouse.click(20, 880))
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
    const name = uniqueName('Draft')
    await signInAs(page, 'manager')
    const { id } = await seedProject(page, { name })
    await goWithin(page, `/project/${id}`)
    await openEditDialog(page)
    const editing = page.getByRole('dialog', { name: 'Edit project' })
    await expect(editing).toBeVisible()
    await close()
    await expect(editing).toBeHidden()

    await openEditDialog(page)
    await editing.getByRole('textbox', { name: 'Description' }).fill('Typed with care.')
    await close()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(editing.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed with care.')
    await close()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.goto('/')
    const creating = await openCreateDialog(page)
    await creating.getByRole('textbox', { name: 'Name' }).fill('Typed too')
    await close()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(creating.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed too')
  })
}

test('a double click on Create makes one project', async ({ page }) => {
  const name = uniqueName('Twice')
  await signInAs(page, 'manager')
  const dialog = await openCreateDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create project' }).dblclick()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.goto(`/?${new URLSearchParams({ search: name })}`)
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
})

test('a guest sees what others may do, and why not they', async ({ page }) => {
  await signInAs(page, 'guest', '/?search=Scanner')
  const create = page.getByRole('button', { name: 'New project' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toHaveAccessibleDescription(/You need the role Manager to create projects\./)
  await create.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: `Actions for ${isolated('Scanner acceptance 2026')}` }).click()
  for (const [action, reason] of [
    ['Edit', 'You need the role Manager to change projects.'],
    ['Archive', 'You need the role Manager to change projects.'],
    ['Delete', 'You need the role Organization Admin to delete projects.'],
  ] as const) {
    const item = page.getByRole('menuitem', { name: action })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await expect(item).toContainText(reason)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Deleted', exact: true })).toHaveCount(0)
})

test('a search that finds nothing says so and can be cleared', { tag: '@long' }, async ({ page }) => {
  const nothing = uniqueName('nothing')
  await signInAs(page, 'guest')
  await search(page, nothing)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByText(`No project matches “${isolated(nothing)}”.`)).toBeVisible()
  await expect(page).toHaveURL(`/?${new URLSearchParams({ search: nothing })}`)
  await page.getByRole('button', { name: 'Clear the search' }).last().click()
  await expect(page.getByRole('list', { name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

const lost = { unknown: '0199f0a0-0000-7000-8000-000000000000', malformed: 'not-an-id', odd: '%2e%2e%2f' }
for (const [kind, id] of Object.entries(lost)) {
  const options = { tag: kind === 'unknown' ? [] : '@long' }
  test(
    `a project that is not there (${kind} id) says so and leads back`,
    options,
    async ({ page, complaints }) => {
      complaints.expect(/api\/projects\/.*|status of 40[04]/)
      await signInAs(page, 'guest', `/project/${id}`)
      await expect(page.getByRole('heading', { name: 'This project is not here' })).toBeVisible()
      await page.goto(`/project/${id}/old`)
      await expect(page.getByRole('heading', { name: 'This project is not here' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to the projects' }).click()
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    },
  )
}
