import { readFile } from 'node:fs/promises'
import { expectAccessible, expectContrast } from '../support/accessible.ts'
import { addOrganization, addPerson, signInWithPassword } from '../support/people.ts'
import { accessToken, goWithin } from '../support/person.ts'
import { seedProject } from '../support/project-steps.ts'
import { expect, test } from '../support/test.ts'

test('who did what is found, told before and after, exported and verified', async ({ page, product }) => {
  const organization = await addOrganization(product, 'Audited')
  const person = await addPerson(product, { role: 'manager', organization: organization.name })
  await signInWithPassword(page, person)
  const project = await seedProject(page, { name: 'Kidneys' })
  const headers = { Authorization: `Bearer ${await accessToken(page)}` }
  await page.request.patch(`/api/projects/${project.id}/`, { headers, data: { name: '=Livers' } })

  await goWithin(page, '/reports?tab=audit')
  const log = page.getByRole('list', { name: 'Audit log, the newest first' })
  const changed = log.getByRole('listitem').filter({ hasText: 'Project changed' })
  await expect(changed).toHaveCount(1)
  await changed.getByRole('button', { name: 'Details: Project changed' }).click()
  await expect(changed).toContainText('Kidneys')
  await expect(changed).toContainText('=Livers')
  await expectAccessible(page, 'the audit log')

  // What is chosen stands in the address, and holds when it is opened again.
  await changed.getByRole('button', { name: 'Only this event' }).click()
  await expect(page).toHaveURL(/project\.updated/)
  await page.reload()
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await expect(changed).toHaveCount(1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain('project.updated')
  // A name that begins like a formula is text to a spreadsheet.
  expect(csv).toContain(`,"'=Livers",`)
  expect(csv).not.toMatch(/(^|,)"?=/m)

  await page.getByRole('button', { name: 'Verify now' }).click()
  await expect(page.getByText('Log intact')).toBeVisible({ timeout: 30_000 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'a verified audit log in the dark')
})
