import type { Figure } from '../support/figures.ts'
import type { Stage } from '../support/stage.ts'
import { type Comparison, compareTiles, neededTiles, type PyramidLevel } from './minimum.ts'
import type { ViewerPage } from './page.ts'

/** What a person does on the way to a place: closer, along, closer, turned and tilted, mirrored, out again. */
const keys = [
  ...['4', 'Shift+ArrowRight', 'Shift+ArrowDown', '6', 'Shift+ArrowLeft', 't', 'Alt+t', 'Alt+t'],
  ...['Shift+ArrowUp', 'm', 'u', '3', '+', '0'],
]
const dragDistance = { x: -350, y: -140 }
const dragSteps = 20

/** Tiles that the page asks for, beside the fewest that show what was seen at rest. */
export async function measureTiles(
  stage: Stage,
  viewer: ViewerPage,
  slideId: string,
  levels: readonly PyramidLevel[],
): Promise<Figure[]> {
  viewer.asked.length = 0
  await viewer.open(slideId)
  const screen = await viewer.screen()
  const needed = neededTiles(levels, await viewer.rest(), screen)
  const first = compareTiles(needed, viewer.asked)
  stage.say(`First view: ${textOf(first)}`)

  for (const act of acts(viewer)) needed.push(...neededTiles(levels, await viewer.move(act), screen))
  const all = compareTiles(needed, viewer.asked)
  stage.say(`Moved, zoomed and turned: ${textOf(all)}`)

  const again = await countAfterRenewal(viewer)
  return [
    { name: 'Tiles of the first view', value: first.asked, unit: 'tiles' },
    { name: 'First view: beyond the minimum', value: first.beyond.length, unit: 'tiles', atMost: 0 },
    { name: 'First view: asked for twice', value: first.again.length, unit: 'tiles', atMost: 0 },
    { name: 'Tiles of 16 views in turn', value: all.asked, unit: 'tiles' },
    { name: '16 views: beyond the minimum', value: all.beyond.length, unit: 'tiles', atMost: 0 },
    { name: '16 views: asked for twice', value: all.again.length, unit: 'tiles', atMost: 0 },
    { name: '16 views: never asked for', value: all.missing.length, unit: 'tiles', atMost: 0 },
    { name: 'Asked for again after a renewed token', value: again, unit: 'tiles', atMost: 0 },
  ]
}

const textOf = ({ needed, asked, beyond, again, missing }: Comparison) =>
  [
    `${needed} tiles are needed, ${asked} asked for`,
    ...(beyond.length > 0 ? [`${beyond.join(', ')} beyond them`] : []),
    ...(again.length > 0 ? [`${again.join(', ')} again`] : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} never`] : []),
  ].join('; ')

function* acts({ page }: ViewerPage): Generator<() => Promise<void>> {
  for (const key of keys) {
    yield () => page.keyboard.press(key)
    if (key === '6') yield () => drag(page)
  }
}

async function drag(page: ViewerPage['page']): Promise<void> {
  const box = await page.locator('[data-map]').boundingBox()
  if (box === null) throw new Error('There is no picture on the page.')
  const from = { x: box.x + box.width / 2 + 175, y: box.y + box.height / 2 + 70 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dragDistance.x, from.y + dragDistance.y, { steps: dragSteps })
  await page.mouse.up()
}

/** The server refuses one tile, so that the page gets a new token. Tiles from before are not to be fetched with it. */
async function countAfterRenewal(viewer: ViewerPage): Promise<number> {
  const { page, asked } = viewer
  const before = new Set(asked)
  asked.length = 0
  const tokenOf = () => page.evaluate(() => localStorage.getItem('access_token'))
  const token = await tokenOf()
  await page.route('**/api/viewers/tiles/**', (route) => route.fulfill({ status: 401 }), { times: 1 })
  for (const key of ['4', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowRight', '0'])
    await viewer.move(() => page.keyboard.press(key))
  if ((await tokenOf()) === token) throw new Error('The token was not renewed.')
  const { again } = compareTiles([], asked)
  // The one that was refused had to be asked for again.
  return asked.filter((tile) => before.has(tile)).length + again.length - 1
}
