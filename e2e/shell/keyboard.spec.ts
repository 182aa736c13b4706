import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { arrowTo, farthest, press, tabTo } from '../support/keys.ts'
import { account, goWithin, signInAs } from '../support/person.ts'
import { projectMenu, rowOf, seedProject, uniqueName } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

async function choose(page: Page, name: string, action: string): Promise<void> {
  await press(page, page.getByRole('button', { name: `Actions for ${isolated(name)}`, exact: true }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await arrowTo(page, page.getByRole('menuitem', { name: action }), 'ArrowDown')
}

async function show(page: Page, state: string): Promise<void> {
  const states = page.getByRole('group', { name: 'Which projects' })
  await tabTo(page, states.locator('[tabindex="0"]'))
  await arrowTo(page, states.getByRole('button', { name: state }), 'ArrowRight')
}

test('a project lives without a mouse', async ({ page }) => {
  const name = uniqueName('Keys')
  const renamed = `${name} renamed`
  await page.goto('/')
  await press(page, page.getByRole('button', { name: /^Organization Admin/ }))
  await expect(account(page)).toBeVisible()

  await press(page, page.getByRole('button', { name: 'New project' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Typed only.')
  await press(page, page.getByRole('button', { name: 'Create project' }))
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await press(page, projectMenu(page))
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' renamed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: renamed, level: 1 })).toBeVisible()
  await expect(projectMenu(page)).toBeFocused()

  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }))
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type(renamed)
  await expect(page.getByRole('status').filter({ hasText: /^1 project$/ })).toBeVisible()
  await choose(page, renamed, 'Archive')
  await expect(rowOf(page, renamed)).toBeHidden()
  await show(page, 'Archived')
  await choose(page, renamed, 'Take out of the archive')
  await expect(rowOf(page, renamed)).toBeHidden()
  await show(page, 'Active')

  await choose(page, renamed, 'Delete')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Delete project' }))
  await expect(rowOf(page, renamed)).toBeHidden()
  await show(page, 'Deleted')
  await choose(page, renamed, 'Restore')
  await expect(rowOf(page, renamed)).toBeHidden()
})

test('the first Tab offers to skip to the content', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'user')
  await page.reload()
  // A page that arrives later takes the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('the focus comes back when a dialog or a menu is closed', { tag: '@long' }, async ({ page }) => {
  const name = uniqueName('Focus')
  await signInAs(page, 'admin')
  await seedProject(page, { name })
  await goWithin(page, `/?${new URLSearchParams({ search: name })}`)

  const create = page.getByRole('button', { name: 'New project' })
  await press(page, create)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(create).toBeFocused()

  await press(page, account(page))
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account(page)).toBeFocused()

  const menu = page.getByRole('button', { name: `Actions for ${isolated(name)}` })
  for (const action of ['Edit', 'Delete']) {
    await choose(page, name, action)
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
  }
})

test('after a row is gone the focus is in the one that took its place, or in what the empty list offers', async ({
  page,
}) => {
  const series = uniqueName('Passing')
  await signInAs(page, 'admin')
  for (const each of ['first', 'second']) await seedProject(page, { name: `${series} ${each}` })
  await page.goto(`/?${new URLSearchParams({ search: series, ordering: 'name' })}`)
  await choose(page, `${series} first`, 'Archive')
  await expect(
    page.getByRole('button', { name: `Actions for ${isolated(`${series} second`)}` }),
  ).toBeFocused()
  await choose(page, `${series} second`, 'Delete')
  await press(page, page.getByRole('button', { name: 'Delete project' }))
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear the search' }).last()).toBeFocused()
})

test('a guest reaches what is off, to learn why', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'guest', '/?search=Scanner')
  await press(page, page.getByRole('button', { name: `Actions for ${isolated('Scanner acceptance 2026')}` }))
  for (const action of ['Edit', 'Archive', 'Delete']) {
    await expect(page.getByRole('menuitem', { name: action })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Escape')
  await tabTo(page, page.getByRole('button', { name: 'New project' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tooltip')).toContainText('You need the role Manager')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dialog keeps the focus inside', { tag: '@long' }, async ({ page }) => {
  await signInAs(page, 'manager')
  await press(page, page.getByRole('button', { name: 'New project' }))
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
})

test('after a page is opened the focus is on its heading', async ({ page }) => {
  await signInAs(page, 'user')
  // It takes the focus itself.
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }))
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeFocused()
})

for (const path of ['/', '/login', '/manage-org']) {
  const options = { tag: path === '/' ? [] : '@long' }
  test(`every control of ${path} shows that it has the focus`, options, async ({ page }) => {
    if (path === '/login') await page.goto(path)
    else await signInAs(page, 'admin', path)
    const title = path === '/login' ? 'Sign in to your organisation' : /Dashboard|Manage organisation/
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const seen = new Set<string>()
    for (let presses = 0; presses < farthest; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(describeFocus)
      if (!focused || seen.has(focused.control)) break
      seen.add(focused.control)
      expect(focused.visible, focused.control).toBe(true)
    }
    expect(seen.size).toBeGreaterThan(3)
  })
}

/** Runs in the page: which control has the focus, and whether a ring is drawn around it. */
function describeFocus(): { control: string; visible: boolean } | null {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const style = getComputedStyle(element)
  const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
  // A text field shows the focus at its frame, which is drawn by another element.
  const frame = element.matches('input, textarea') && element.parentElement?.querySelector('fieldset')
  const framed = frame && Number.parseFloat(getComputedStyle(frame).borderTopWidth) >= 2
  const { x, y } = element.getBoundingClientRect()
  const name = element.getAttribute('aria-label') ?? element.textContent
  return { control: `${element.tagName} “${name}” at ${x},${y}`, visible: ring || framed === true }
}
