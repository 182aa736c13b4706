import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { testFile } from '../src/features/files/test-file.ts'
import { drawChart } from '../src/features/reports/chart/draw-chart.ts'
import { optionOf } from '../src/features/reports/chart/option-of.ts'
import { testLook } from '../src/features/reports/chart/test-look.ts'
import { chartData } from '../src/features/reports/model/chart-data.ts'
import { testAnalytics } from '../src/features/reports/model/test-analytics.ts'
import { openApp } from './support/app.tsx'
import { type Answers, pageOf } from './support/server.ts'
import { expectAddress } from './support/steps.ts'

const counted = testAnalytics({ all: [4, 0, 2] })
const nothing = testAnalytics({})

/** An organisation that has a few slides. Every chart that is drawn takes its time. */
const withSlides: Answers = {
  listFiles: ({ query }) => pageOf([testFile()], query),
  filesOverTime: nothing,
  slidesOverTime: counted,
  qcStatesOverTime: nothing,
  qcResults: nothing,
  inferenceOverTime: nothing,
  inferenceDownloads: nothing,
}

test('what of a link makes no sense is told and replaced', async () => {
  await openApp('/reports?period=2026-q9&member=nobody', 'manager', withSlides)
  const told = page.getByRole('alert')
  await expect.element(told).toMatchTextContent('“2026-q9” is not a period, so this quarter is shown.')
  await expect.element(told).toMatchTextContent('“nobody” is not a member and is ignored.')
  await expectAddress('/reports')
})

test('of two changes that come at once, both stay', async () => {
  await openApp('/reports?period=2026-q1&by=month', 'manager', withSlides)
  const asTable = page.getByRole('button', { name: 'Show as table: Slides added' })
  await expect.element(asTable).toBeVisible()
  // In one task of the browser: nothing is drawn between them.
  ;(asTable.element() as HTMLElement).click()
  document.querySelector<HTMLElement>('[role="switch"], input[type="checkbox"]')?.click()
  await expectAddress(/tables=slides/)
  await expectAddress(/compare=1/)
})

test('a chart is drawn as it comes to rest, and on paper for the width that it has on a sheet', async () => {
  const { body } = document
  const element = body.appendChild(
    Object.assign(document.createElement('div'), { style: 'width: 900px; height: 300px' }),
  )
  const drawing = drawChart(element, () => {})
  const data = { data: chartData(counted), before: null, summary: '', beforeName: 'Before', nowName: 'Now' }
  drawing.show(optionOf('pie', data, testLook({ moving: true })))
  const picture = () => element.querySelector('svg') as SVGElement
  const outlines = () => [...picture().querySelectorAll('path')].map((path) => path.getAttribute('d'))
  const first = outlines()
  expect(first.length).toBeGreaterThan(1)
  await whenAtRest(picture)
  expect(outlines()).toEqual(first)

  // Shrunk from the width of the window, nobody could read it.
  dispatchEvent(new Event('beforeprint'))
  expect(picture().getAttribute('viewBox')).toBe('0 0 400 300')
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => picture().getAttribute('viewBox')).toBe('0 0 900 300')
  drawing.dispose()
  element.remove()
})

/** When what is drawn has not changed for half a second's worth of frames. */
async function whenAtRest(drawing: () => Element): Promise<void> {
  let last = ''
  for (let unchanged = 0; unchanged < 30; unchanged += 1) {
    await new Promise(requestAnimationFrame)
    if (drawing().innerHTML !== last) unchanged = 0
    last = drawing().innerHTML
  }
}
