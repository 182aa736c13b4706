/** What is seen at rest, as the address of the page tells it: pixels of full resolution, degrees clockwise. */
export interface RestingView {
  x: number
  y: number
  /** Pixels of the image that one CSS pixel covers. */
  resolution: number
  degrees: number
  flipped: boolean
}

export interface PyramidLevel {
  width: number
  height: number
  tile_width: number
  tile_height: number
}

/** Of the part of the window that shows the image, in CSS pixels, and pixels of the screen in one of them. */
export interface Screen {
  width: number
  height: number
  pixelRatio: number
}

/** Of the rounded figures in the address. */
const tolerance = 1e-3

/**
 * The fewest tiles that show a view sharply: of the coarsest level that has a pixel for every pixel of the screen, those
 * that have something on the screen. Worked out tile by tile, so that no cleverness of the viewer is repeated here.
 */
export function neededTiles(levels: readonly PyramidLevel[], view: RestingView, screen: Screen): string[] {
  const full = levels[0] as PyramidLevel
  const level = levelOf(levels, view.resolution / screen.pixelRatio)
  const { width, height, tile_width: tileWidth, tile_height: tileHeight } = levels[level] as PyramidLevel
  const [scaleX, scaleY] = [full.width / width, full.height / height]
  const needed: string[] = []
  for (let y = 0; y * tileHeight < height; y += 1) {
    for (let x = 0; x * tileWidth < width; x += 1) {
      const box = {
        left: x * tileWidth * scaleX,
        top: y * tileHeight * scaleY,
        right: Math.min((x + 1) * tileWidth, width) * scaleX,
        bottom: Math.min((y + 1) * tileHeight, height) * scaleY,
      }
      if (isSeen(box, view, screen)) needed.push(`${level}/${x}/${y}`)
    }
  }
  return needed
}

function levelOf(levels: readonly PyramidLevel[], wanted: number): number {
  const coarseness = levels.map(({ width }) => (levels[0] as PyramidLevel).width / width)
  const enough = coarseness.filter((each) => each <= wanted * (1 + tolerance))
  return enough.length === 0 ? 0 : coarseness.indexOf(Math.max(...enough))
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Two rectangles are apart exactly where a side of one of them has all of the other behind it. */
function isSeen(box: Box, view: RestingView, { width, height }: Screen): boolean {
  const angle = (view.degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corners = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => ({ x, y })))
  const seen = corners.map(({ x, y }) => {
    const [right, down] = [(x - view.x) / view.resolution, (y - view.y) / view.resolution]
    const turned = { x: right * cos - down * sin, y: right * sin + down * cos }
    return { x: view.flipped ? -turned.x : turned.x, y: turned.y }
  })
  const onScreen = overlaps(seen, {
    left: -width / 2,
    right: width / 2,
    top: -height / 2,
    bottom: height / 2,
  })
  const screenCorners = [-0.5, 0.5].flatMap((x) =>
    [-0.5, 0.5].map((y) => {
      const [right, down] = [(view.flipped ? -x : x) * width, y * height]
      return {
        x: view.x + (right * cos + down * sin) * view.resolution,
        y: view.y + (-right * sin + down * cos) * view.resolution,
      }
    }),
  )
  return onScreen && overlaps(screenCorners, box)
}

/** Touching is not enough, nor is what rounding adds. */
function overlaps(corners: readonly { x: number; y: number }[], box: Box): boolean {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return (
    Math.min(...xs) < box.right - tolerance &&
    Math.max(...xs) > box.left + tolerance &&
    Math.min(...ys) < box.bottom - tolerance &&
    Math.max(...ys) > box.top + tolerance
  )
}

/** From the address of the page, such as `?v1=12034.5_8000_2.5_90_f`; null while it doesn't tell. */
export function readView(address: string): RestingView | null {
  const text = new URL(address).searchParams.get('v1')
  if (text === null) return null
  const [x, y, resolution, degrees = 0] = text.split('_').map(Number)
  if (x === undefined || y === undefined || resolution === undefined) return null
  return { x, y, resolution, degrees, flipped: text.endsWith('_f') }
}

/** Which tile an address asks for, whoever asks: the token is left out. Null where it is none. */
export function readTile(address: string): string | null {
  const { pathname } = new URL(address)
  return /\/api\/viewers\/tiles\/[^/]+\/(\d+\/\d+\/\d+)\/$/.exec(pathname)?.[1] ?? null
}

export interface Comparison {
  needed: number
  asked: number
  /** Asked for though no view at rest has it, asked for more than once, and never asked for. */
  beyond: string[]
  again: string[]
  missing: string[]
}

export function compareTiles(needed: readonly string[], asked: readonly string[]): Comparison {
  const [must, were] = [new Set(needed), new Set(asked)]
  return {
    needed: must.size,
    asked: asked.length,
    beyond: [...were].filter((tile) => !must.has(tile)),
    again: asked.filter((tile, index) => asked.indexOf(tile) !== index),
    missing: [...must].filter((tile) => !were.has(tile)),
  }
}
