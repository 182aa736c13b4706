import { fieldTypes, tags } from '../../tiff/tags.ts'
import type { TestField, TestPage } from '../../tiff/test-support/test-page.ts'

/** What a scanner photographs: RGB of 8 bits, every pixel another colour than its neighbours. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export function noisePicture(width: number, height: number): Picture {
  const data = Uint8Array.from(
    { length: width * height * 3 },
    (_, index) => (index * 7919 + (index >> 7) * 31) % 251,
  )
  return { width, height, data }
}

/** A page of photographs side by side, each so much further in the picture; white beyond its end. */
export function photographs(
  { width, height, data }: Picture,
  tile: { readonly width: number; readonly height: number },
  step: { readonly x: number; readonly y: number },
  count: { readonly across: number; readonly down: number },
): TestPage {
  const [pageWidth, pageHeight] = [tile.width * count.across, tile.height * count.down]
  const pixels = new Uint8Array(pageWidth * pageHeight * 3).fill(255)
  for (let y = 0; y < pageHeight; y++) {
    const fromY = Math.floor(y / tile.height) * step.y + (y % tile.height)
    for (let x = 0; x < pageWidth; x++) {
      const fromX = Math.floor(x / tile.width) * step.x + (x % tile.width)
      if (fromX >= width || fromY >= height) continue
      const from = (fromY * width + fromX) * 3
      pixels.set(data.subarray(from, from + 3), (y * pageWidth + x) * 3)
    }
  }
  const tiles = { tileWidth: tile.width, tileHeight: tile.height }
  return { width: pageWidth, height: pageHeight, samples: 3, pixels, ...tiles }
}

export const xmpTag = (text: string): TestField => ({
  tag: tags.xmp,
  type: fieldTypes.byte,
  values: Buffer.from(text),
})

export const iScan = (attributes = ''): string =>
  `<iScan Magnification="40" ScanRes="0.25" Z-layers="1" UnitNumber="QIA1" BuildVersion="3.3.1.1" ${attributes}/>`

export interface VentanaArea {
  readonly across: number
  readonly down: number
  readonly tile: { readonly width: number; readonly height: number }
  readonly overlap: { readonly x: number; readonly y: number }
  readonly origin?: { readonly x: number; readonly y: number }
  readonly position?: { readonly x: number; readonly y: number }
  readonly scanned?: boolean
}

/** The stitching of areas, with a joint of each two neighbours. */
export function encodeInfo(areas: readonly VentanaArea[]): string {
  const infos = areas.map(({ across, down, tile, overlap, position, scanned = true }) => {
    const number = (column: number, row: number) => {
      const fromBelow = down - 1 - row
      return fromBelow * across + (fromBelow % 2 === 0 ? column : across - 1 - column) + 1
    }
    const joints: string[] = []
    const joint = (direction: string, one: number, two: number, x: number, y: number) =>
      joints.push(
        `<TileJointInfo FlagJoined="1" Confidence="100" Direction="${direction}" Tile1="${one}" Tile2="${two}" OverlapX="${x}" OverlapY="${y}"/>`,
      )
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        if (column > 0) joint('RIGHT', number(column - 1, row), number(column, row), overlap.x, 0)
        if (row > 0) joint('UP', number(column, row), number(column, row - 1), 0, overlap.y)
      }
    }
    return [
      `<ImageInfo AOIScanned="${scanned ? 1 : 0}" AOIIndex="0" NumRows="${down}" NumCols="${across}" Width="${tile.width}"`,
      ` Height="${tile.height}" Pos-X="${position?.x ?? 0}" Pos-Y="${position?.y ?? 0}">${joints.join('')}</ImageInfo>`,
    ].join('')
  })
  const origins = areas.map(
    ({ origin }, index) => `<AOI${index} OriginX="${origin?.x ?? 0}" OriginY="${origin?.y ?? 0}"/>`,
  )
  return `<EncodeInfo Ver="2"><SlideStitchInfo>${infos.join('')}</SlideStitchInfo><AoiOrigin>${origins.join('')}</AoiOrigin></EncodeInfo>`
}
