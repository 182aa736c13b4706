import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { emptyPage } from './support/server.ts'

const filters = page.getByRole('search').last()

/** The rows that the fields of the filters stand in. */
const rowsOf = () => {
  const fields = [...(filters.element()?.children ?? [])]
  const middles = fields.map((field) => {
    const { top, height } = field.getBoundingClientRect()
    return Math.round(top + height / 2)
  })
  return new Set(middles).size
}

test('the filters stand in one line on a screen of 1440, whatever is chosen', async () => {
  await openApp(
    '/reports?tab=audit&period=month&kind=organization&event=slide.viewed&event=slide.updated',
    'manager',
    {
      listAudits: { ...emptyPage, more_than_count: false, searched_to: null },
      listUsers: emptyPage,
      readAuditSeals: {
        last_seal: null,
        sealed_rows: 0,
        unsealed_rows: 0,
        copied_seals: 0,
        last_verification: null,
        running: null,
      },
    },
  )
  await expect.element(filters.getByRole('group', { name: 'Show only' })).toBeVisible()
  expect(rowsOf()).toBe(1)
})
