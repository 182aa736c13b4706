import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { openViewer } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { areaOf, drag, expectView, seenAt, viewText } from '../support/viewer-view-steps.ts'

interface Decoded {
  width: number
  height: number
  /** How many pixels of each strip are darker than grey: of what the picture has below it, and of its lower left corner. */
  dark: number[]
}

/** Has the browser read a picture that it has saved, and counts what is dark in parts of it: x, y, width, height. */
async function decode(page: Page, download: Download, parts: readonly number[][] = []): Promise<Decoded> {
  const bytes = (await readFile(await download.path())).toString('base64')
  return page.evaluate(
    async ([text, boxes]) => {
      const picture = await createImageBitmap(
        new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]),
      )
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const dark = boxes.map(([x = 0, y = 0, width = 1, height = 1]) => {
        const pixels = context?.getImageData(x, y, width, height).data ?? []
        let count = 0
        for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 100) count += 1
        return count
      })
      return { width: picture.width, height: picture.height, dark }
    },
    [bytes, parts] as const,
  )
}

test('a snapshot is as large as the pane, with scale bar and caption; a region as its size and µm/px say', async ({
  page,
  slides,
}) => {
  await openViewer(page, slides.of('tissue'), `?v1=${viewText({ x: 1200, y: 800, resolution: 1 })}`)
  await expectView(page, { x: 1200, y: 800, resolution: 1 })
  await test.step('a snapshot, and one twice as fine', async () => {
    const { width, height } = await areaOf(page)
    const taking = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByRole('menuitem', { name: /^Download the current view/ }).click()
    const snapshot = await taking
    expect(snapshot.suggestedFilename()).toMatch(/^tissue \d{4}-\d\d-\d\d \d\d\.\d\d\.png$/)
    const caption = 60
    const parts = [
      [0, Math.round(height), Math.round(width), caption],
      [24, Math.round(height) - 60, 120, 36],
    ]
    const decoded = await decode(page, snapshot, parts)
    expect(decoded).toMatchObject({ width: Math.round(width), height: Math.round(height + caption) })
    for (const dark of decoded.dark) expect(dark).toBeGreaterThan(100)

    const takingFine = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByRole('menuitem', { name: /^Download at double resolution/ }).click()
    const fine = await decode(page, await takingFine)
    expect(fine).toMatchObject({ width: Math.round(width * 2), height: Math.round((height + caption) * 2) })
  })

  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Export a region' })

  await test.step('typed, at 2 µm/px, as PNG', async () => {
    await dialog.getByLabel('x in µm').fill('100')
    await dialog.getByLabel('y in µm').fill('50')
    await dialog.getByLabel('Width in µm').fill('600')
    await dialog.getByLabel('Height in µm').fill('400')
    await dialog.getByLabel('Resolution').click()
    await page.getByRole('option', { name: '2 µm/px' }).click()
    await dialog.getByLabel('Format').click()
    await page.getByRole('option', { name: /^PNG/ }).click()
    await expect(dialog.getByRole('status')).toContainText('300 × 200 pixels')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download', exact: true }).click()
    expect(await decode(page, await saving)).toMatchObject({ width: 300, height: 200 })
    await expect(dialog).toBeHidden()
  })

  await test.step('what nobody can make is told', async () => {
    await page.keyboard.press('Shift+E')
    await dialog.getByLabel('x in µm').fill('5000')
    await expect(dialog.getByText('The rectangle is outside the image.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Whole image' }).click()
    await expect(dialog.getByRole('status')).toContainText('2,400 × 1,600 pixels')
  })

  await test.step('drawn, at full resolution, as JPEG', async () => {
    await dialog.getByRole('button', { name: 'Draw a box' }).click()
    await expect(dialog).toBeHidden()
    const [from] = await seenAt(page, [{ x: 1100, y: 700 }])
    if (from) await drag(page, from, { x: 200, y: 120 })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('status')).toContainText(/(199|200|201) × (119|120|121) pixels/)
    const said = /([\d,]+) × ([\d,]+) pixels/.exec((await dialog.getByRole('status').textContent()) ?? '')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download', exact: true }).click()
    expect(await decode(page, await saving)).toMatchObject({
      width: Number(said?.[1]),
      height: Number(said?.[2]),
    })
  })
})
