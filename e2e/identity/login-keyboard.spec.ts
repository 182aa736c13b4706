import { farthest } from '../support/keys.ts'
import { expect, test } from '../support/test.ts'

test('every control of the login page shows that it has the focus', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in to your organisation', level: 1 })).toBeVisible()
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
