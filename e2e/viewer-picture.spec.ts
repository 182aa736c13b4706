import { openViewer, pane } from './viewer-steps.ts'
import { expect, test } from './viewer-test.ts'

test('a slide is shown whole, and says when all of it is there', async ({ page, slides }) => {
  await openViewer(page, slides.of('tissue'))
  await expect(pane(page)).toContainText('All loaded')
})
