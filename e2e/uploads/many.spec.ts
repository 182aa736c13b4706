import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { isolated } from '../support/isolated.ts'
import { signInAs } from '../support/person.ts'
import { uniqueName } from '../support/project-steps.ts'
import { filesFound, slidesFound } from '../support/stored-files.ts'
import {
  chooseFiles,
  chooseFolder,
  draftList,
  dropFiles,
  showRow,
  startButton,
} from '../support/upload-steps.ts'
import { expect, test } from '../support/upload-test.ts'

const many = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index + 1))

const newMark = () => uniqueName('many').replace(' ', '-')

/** Until every one of them has become a slide, or not. */
async function waitUntilRead(page: Page, mark: string, outcome: Record<string, number>): Promise<void> {
  const count = async () => {
    const states = (await filesFound(page, mark)).map((file) => file.reading_state)
    return Object.fromEntries(
      Object.keys(outcome).map((state) => [state, states.filter((each) => each === state).length]),
    )
  }
  await expect.poll(count, { timeout: 90_000 }).toEqual(outcome)
}

test('twenty files that are dropped at once are each stored once, and become slides or say why not', {
  tag: '@long',
}, async ({ page, files }) => {
  test.setTimeout(150_000)
  const mark = newMark()
  const folder = `tray-${mark}`
  const slides = [
    ...many(4, (at) => `lung-${at}-${mark}.tiff`),
    ...many(2, (at) => `${folder}/row-a/liver-${at}-${mark}.tiff`),
  ]
  const unreadable = [
    ...many(11, (at) => `zeros-${at}-${mark}.svs`),
    ...many(3, (at) => `${folder}/row-b/deep/zeros-${at}-${mark}.czi`),
  ]
  const made = await files.slides(slides)
  for (const name of unreadable) made.push(await files.sparse(name, 20_000))
  const loose = made.filter((path) => !path.includes(`/${folder}/`))
  await signInAs(page, 'user', '/uploads')
  await dropFiles(page, [...loose, `${files.folder}/${folder}`])
  await expect(page.getByText('20 files, all ready to upload')).toBeVisible()
  const inFolder = await showRow(page, basename(unreadable.at(-1) ?? ''))
  await expect(inFolder).toContainText(`in ${isolated(`${folder}/row-b/deep`)}`)
  await startButton(page).click()
  await expect(page.getByRole('heading', { name: '20 of 20 files uploaded' })).toBeVisible({
    timeout: 60_000,
  })

  await waitUntilRead(page, mark, { ready: slides.length, failed: unreadable.length })
  const stored = await filesFound(page, mark)
  expect(stored.map(({ name }) => name).sort()).toEqual(made.map((path) => basename(path)).sort())
  for (const file of stored) {
    expect(file).toMatchObject({
      state: 'stored',
      state_message: 'Upload completed',
      size: expect.any(Number),
    })
  }
  const found = await slidesFound(page, mark)
  expect(found.map(({ file_id }) => file_id).sort()).toEqual(
    stored
      .filter(({ slide_id }) => slide_id !== null)
      .map(({ id }) => id)
      .sort(),
  )
  expect(found).toHaveLength(slides.length)

  await test.step('the rows say so, with a picture and a link, or with the reason', async () => {
    for (const file of stored) {
      const row = await showRow(page, file.name)
      if (file.slide_id === null) {
        await expect(row.getByText('Could not be read', { exact: true })).toBeVisible()
        expect(file.reading_message).toMatch(/\w+ .*\./)
        await expect(row).toContainText(file.reading_message)
        continue
      }
      await expect(row.getByText('Ready', { exact: true })).toBeVisible()
      await expect(row.getByRole('link', { name: 'Open slide' })).toHaveAttribute(
        'href',
        `/slide/${file.slide_id}`,
      )
      const picture = row.getByRole('img', { name: `Slide of ${isolated(file.name)}` })
      await expect
        .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
    }
  })

  await test.step('the link opens the slide, and the rows are still there afterwards', async () => {
    const [slide] = stored.filter(({ slide_id }) => slide_id !== null)
    await (await showRow(page, slide?.name ?? '')).getByRole('link', { name: 'Open slide' }).click()
    await expect(page).toHaveURL(`/slide/${slide?.slide_id}`)
    await page.goBack()
    await expect(page.getByRole('heading', { name: '20 of 20 files uploaded' })).toBeVisible()
  })
})

test('files and folders that are chosen arrive whole, without what is hidden in them', {
  tag: '@long',
}, async ({ page, files }) => {
  const mark = newMark()
  const chosen = [await files.sparse(`a-${mark}.svs`, 6_000_000), await files.sparse(`b-${mark}.mar`, 1024)]
  const folder = await files.tree({
    [`week-${mark}/monday/c-${mark}.ome.tif`]: 4000,
    [`week-${mark}/monday/night/d-${mark}.qptiff`]: 4000,
    [`week-${mark}/.DS_Store`]: 4000,
    [`week-${mark}/monday/Thumbs.db`]: 4000,
    [`week-${mark}/.trash/e-${mark}.svs`]: 4000,
  })
  await signInAs(page, 'user', '/uploads')
  await chooseFiles(page, chosen)
  await chooseFolder(page, folder)
  await expect(page.getByText('3 hidden or system files skipped.')).toBeVisible()
  await expect(draftList(page).getByRole('listitem')).toHaveCount(4)
  await expect(await showRow(page, `d-${mark}.qptiff`)).toContainText(
    `in ${isolated(`week-${mark}/monday/night`)}`,
  )
  await expect(await showRow(page, `b-${mark}.mar`)).toContainText('This file will be stored')
  await startButton(page).click()
  await expect(page.getByRole('heading', { name: '4 of 4 files uploaded' })).toBeVisible()
  const stored = await filesFound(page, mark)
  expect(stored.map(({ name, size, state }) => [name, size, state]).sort()).toEqual([
    [`a-${mark}.svs`, 6_000_000, 'stored'],
    [`b-${mark}.mar`, 1024, 'stored'],
    [`c-${mark}.ome.tif`, 4000, 'stored'],
    [`d-${mark}.qptiff`, 4000, 'stored'],
  ])
})
