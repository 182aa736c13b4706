import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { labelledSlide, patientName } from '../../server/src/workers/test-support/labelled-slide.ts'
import { chooseOfFile, searchFiles } from '../support/files-list-steps.ts'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { uniqueFileName } from '../support/upload-files.ts'
import { fileNamed, upload } from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

async function uploadAndRead(page: Page, path: string, name: string): Promise<void> {
  await upload(page, [path])
  await expect
    .poll(async () => (await fileNamed(page, name))?.reading_state, { timeout: 40_000 })
    .toBe('ready')
  await searchFiles(page, name)
}

test('who may not see labels waits for a copy without them, which comes by itself', { tag: '@long' }, async ({
  page,
  files,
  complaints,
}) => {
  complaints.expect(/409/)
  const name = uniqueFileName('Labelled', 'svs')
  const path = join(files.folder, name)
  await writeFile(path, labelledSlide())
  await signInAs(page, 'user', '/uploads')
  await uploadAndRead(page, path, name)
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await chooseOfFile(page, name, 'Download')
  await expect(page.getByText(`You may not see labels, so a copy of ${isolated(name)}`)).toBeVisible()
  const download = await downloading
  await expect(
    page.getByText(`Downloading a copy of ${isolated(name)} without label, macro and names`),
  ).toBeVisible()
  expect(download.suggestedFilename()).toBe(name.replace('.svs', '-without-label.svs'))
  const [copy, original] = [await readFile(await download.path()), await readFile(path)]
  expect(original.includes(patientName)).toBe(true)
  expect(copy.includes(patientName)).toBe(false)
  expect(copy.length).toBeGreaterThan(original.length / 2)

  await test.step('the second time it is there at once', async () => {
    const again = page.waitForEvent('download')
    await chooseOfFile(page, name, 'Download')
    expect((await readFile(await (await again).path())).equals(copy)).toBe(true)
  })
})

const samples = process.env.CRESYL_SAMPLES
if (samples) {
  test('a real scan is uploaded, read, and downloaded as it was', { tag: '@long' }, async ({
    page,
    files,
  }) => {
    const name = uniqueFileName('Real', 'svs')
    const path = join(files.folder, name)
    await writeFile(path, await readFile(join(samples, 'svs', 'CMU-1-Small-Region.svs')))
    await signInAs(page, 'manager', '/uploads')
    await uploadAndRead(page, path, name)
    const downloading = page.waitForEvent('download')
    await chooseOfFile(page, name, 'Download')
    const download = await downloading
    expect((await readFile(await download.path())).equals(await readFile(path))).toBe(true)
  })
}
