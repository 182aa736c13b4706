import type { Page } from '@playwright/test'
import {
  cornersOf,
  openTab,
  polygonOf,
  removeAll,
  rows,
  storedAs,
  storedOn,
} from '../support/annotation-steps.ts'
import { openViewer, pane, picture, whenLoaded } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { expectView, viewIn, viewText } from '../support/viewer-view-steps.ts'

const corners = [
  [1150, 750],
  [1250, 750],
  [1250, 850],
  [1150, 850],
] as const

const geojson = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: '6c1f9d0e-9d2b-4c50-9a6f-0c1d2e3f4a5b',
      geometry: polygonOf(corners),
      properties: {
        objectType: 'annotation',
        name: 'dropped',
        classification: { name: 'Tumor', color: [200, 0, 0] },
      },
    },
  ],
})

const aperio = `<Annotations MicronsPerPixel="0.5"><Annotation Id="1" Name="Stroma" LineColor="65280"><Regions>
<Region Id="1" Type="0" Text="from ImageScope"><Vertices>
${corners.map(([x, y]) => `<Vertex X="${x}" Y="${y}" Z="0"/>`).join('')}
</Vertices></Region></Regions></Annotation></Annotations>`

/** As if a file came from the desktop over the picture. */
async function dropOn(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], file))
      return transfer
    },
    [name, content] as const,
  )
  await picture(page).dispatchEvent('dragover', { dataTransfer })
  await expect(page.getByText('Drop the file to import it')).toBeVisible()
  await picture(page).dispatchEvent('drop', { dataTransfer })
  await expect(page.getByText('Drop the file to import it')).toBeHidden()
}

test('files of QuPath and ImageScope become annotations, and what is copied in one pane is pasted in the other', async ({
  page,
  slides,
}) => {
  const { slide } = slides.of('tissue')
  const steep = slides.of('steep')
  await openViewer(page, slides.of('tissue'), `?v1=${viewText({ x: 1200, y: 800, resolution: 2 })}`)
  await expectView(page, { x: 1200, y: 800, resolution: 2 })
  const dialog = page.getByRole('dialog', { name: 'Import annotations' })

  await test.step('GeoJSON, dropped', async () => {
    await dropOn(page, 'regions.geojson', geojson)
    await expect(dialog).toContainText('regions.geojson')
    await dialog.getByRole('button', { name: 'Import 1 annotation' }).click()
    await expect(dialog).toBeHidden()
    const stored = await storedAs(page, slide.image_id, 'dropped')
    expect(stored && cornersOf(stored.geometry)).toEqual(corners)
    expect(stored?.classification?.name).toBe('Tumor')
  })

  await test.step('XML, chosen', async () => {
    await openTab(page)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    await (await choosing).setFiles({
      name: 'regions.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(aperio),
    })
    await dialog.getByRole('button', { name: 'Import 1 annotation' }).click()
    await expect(dialog).toBeHidden()
    await expect(rows(page)).toHaveCount(2)
    const stored = (await storedOn(page, slide.image_id)).find(
      ({ classification }) => classification?.name === 'Stroma',
    )
    expect(stored && cornersOf(stored.geometry)).toEqual(corners)
  })

  await test.step('copied in one pane, pasted in the other', async () => {
    await page.getByRole('button', { name: /^Panes/ }).click()
    await page.getByRole('button', { name: 'Two panes side by side', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: /^steep pyramid/ }).dragTo(pane(page, 1))
    await whenLoaded(page, 1)
    await pane(page, 0).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('Control+c')
    await pane(page, 1).focus()
    await page.keyboard.press('Control+v')
    const pasted = async () => (await storedOn(page, steep.slide.image_id))[0]
    await expect.poll(async () => (await pasted())?.area_px).toBe(100 * 100)
    // Where one looks in the other pane, which the address says a moment later.
    const [[x = 0, y = 0] = []] = cornersOf((await pasted())?.geometry ?? polygonOf([]))
    const fromCenter = () => {
      const { center = { x: Number.NaN, y: Number.NaN } } = viewIn(page, 1) ?? {}
      return Math.hypot(x + 50 - center.x, y + 50 - center.y)
    }
    await expect.poll(fromCenter).toBeLessThan(3)
    await page.keyboard.press('Control+z')
    await expect.poll(pasted).toBeUndefined()
  })
  await removeAll(page, slide.image_id)
})
