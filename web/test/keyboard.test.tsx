import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { makeProject, withProjects } from './support/organization.ts'
import { actionsFor, expectCount, expectGone, expectOff, press, saying, tabTo } from './support/steps.ts'

const create = page.getByRole('button', { name: 'New project' }).first()
const nameField = page.getByRole('textbox', { name: 'Name' })
const list = page.getByRole('list', { name: 'Projects' })

/** Moves inside a menu or a group until the control has the focus, and presses it. */
async function arrowTo(target: Locator, key: '{ArrowDown}' | '{ArrowRight}'): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let presses = 0; presses < 5 && target.query() !== document.activeElement; presses++) {
    await userEvent.keyboard(key)
  }
  await expect.element(target).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}

async function choose(name: string, action: string): Promise<void> {
  await press(actionsFor(name))
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
  await arrowTo(page.getByRole('menuitem', { name: new RegExp(`^${action}`) }), '{ArrowDown}')
}

async function show(state: string): Promise<void> {
  const states = page.getByRole('group', { name: 'Which projects' })
  await tabTo(states)
  await arrowTo(states.getByRole('button', { name: state }), '{ArrowRight}')
}

test('a project lives without a mouse', async () => {
  await openApp('/', 'admin')
  await press(create)
  await expect.element(nameField).toHaveFocus()
  await userEvent.keyboard('Keys{Tab}Typed only.')
  await press(page.getByRole('button', { name: 'Create project' }))
  await expect.element(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible()

  await press(actionsFor('Keys'))
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(nameField).toHaveFocus()
  await userEvent.keyboard('{End} renamed{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Keys renamed', level: 1 })).toBeVisible()
  await expect.element(actionsFor('Keys renamed')).toHaveFocus()

  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }))
  await tabTo(page.getByRole('searchbox'))
  await userEvent.keyboard('Keys')
  await expect.element(saying(/^1 project$/)).toBeVisible()
  await choose('Keys renamed', 'Archive')
  await expectGone(list)
  await show('Archived')
  await choose('Keys renamed', 'Unarchive')
  await expectGone(list)
  await show('Active')
  await choose('Keys renamed', 'Delete')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await press(page.getByRole('button', { name: 'Delete project' }))
  await expectGone(list)
  await show('Deleted')
  await choose('Keys renamed', 'Restore')
  await expectGone(list)
})

test('the first Tab offers to skip to the content, and a page that is opened has the focus on its heading', async () => {
  await openApp('/', 'user')
  // A page that arrives later takes the focus.
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect.element(skip).not.toBeInViewport()
  await userEvent.keyboard('{Tab}')
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toBeInViewport()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement?.closest('main')).not.toBeNull()
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }))
  await expect.element(page.getByRole('heading', { name: 'Reports', level: 1 })).toHaveFocus()
})

test('a dialog keeps the focus inside, and it comes back when a dialog or a menu is closed', async () => {
  await openApp('/', 'admin', withProjects(makeProject({ name: 'Focus' })))
  await press(create)
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  for (let presses = 0; presses < 8; presses++) {
    await userEvent.keyboard('{Tab}')
    expect(dialog.element().contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByRole('dialog'))
  await expect.element(create).toHaveFocus()

  const account = page.getByRole('button', { name: /^Your account/ })
  await press(account)
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(account).toHaveFocus()

  for (const [action, role] of [
    ['Edit', 'dialog'],
    ['Delete', 'alertdialog'],
  ] as const) {
    await choose('Focus', action)
    await expect.element(page.getByRole(role)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole(role))
    await expect.element(actionsFor('Focus')).toHaveFocus()
  }
})

test('after a row is gone the focus is in the one that took its place, or in what the empty list offers', async () => {
  const projects = ['Passing first', 'Passing second'].map((name) => makeProject({ name }))
  await openApp('/?search=Passing&ordering=name', 'admin', withProjects(...projects))
  await choose('Passing first', 'Archive')
  await expect.element(actionsFor('Passing second')).toHaveFocus()
  await choose('Passing second', 'Delete')
  await press(page.getByRole('button', { name: 'Delete project' }))
  await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Clear the search' }).last()).toHaveFocus()
})

test('a guest reaches what is off, to learn why', async () => {
  await openApp('/', 'guest', withProjects(makeProject({ name: 'Scanner' })))
  await press(actionsFor('Scanner'))
  for (const action of ['Edit', 'Archive', 'Delete']) {
    const item = page.getByRole('menuitem', { name: action })
    await expect.element(item).toHaveFocus()
    await expectOff(item)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menu')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
  }
  await userEvent.keyboard('{Escape}')
  await tabTo(create, '{Shift>}{Tab}{/Shift}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tooltip')).toMatchTextContent('You need the role Manager')
  await expectCount(page.getByRole('dialog'), 0)
})

for (const path of ['/', '/manage-org']) {
  test(`every control of ${path} shows that it has the focus`, async () => {
    await openApp(path, 'admin', withProjects(makeProject({ name: 'Scanner' })))
    const title = /Dashboard|Manage organisation/
    await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    ;(document.activeElement as HTMLElement | null)?.blur()
    const seen = new Set<Element>()
    const unseen: string[] = []
    for (;;) {
      await userEvent.keyboard('{Tab}')
      const control = document.activeElement
      if (!control || control === document.body || seen.has(control)) break
      seen.add(control)
      if (!showsFocus(control)) unseen.push(`${control.tagName} “${control.textContent}”`)
    }
    expect(unseen).toEqual([])
    expect(seen.size).toBeGreaterThan(3)
  })
}

function showsFocus(control: Element): boolean {
  const style = getComputedStyle(control)
  if (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) return true
  // A text field shows the focus at its frame, which is drawn by another element.
  const frame = control.matches('input, textarea') && control.parentElement?.querySelector('fieldset')
  return frame instanceof Element && Number.parseFloat(getComputedStyle(frame).borderTopWidth) >= 2
}
